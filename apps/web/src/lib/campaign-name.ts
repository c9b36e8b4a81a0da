import type { Text } from './text.tsx';

/** The title of a campaign, or words in its place where it was given none (R16.6). */
export function campaignName({ name, mfiName }: { name: string; mfiName: string }, t: Text['t']): string {
  return name || t('campaigns.untitled', { mfi: mfiName });
}
