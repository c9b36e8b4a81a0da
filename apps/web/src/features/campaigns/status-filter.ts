import { STATUS_WORDS } from '../../lib/status-words.ts';
import type { TextKey } from '../../lib/text.tsx';

/** As the `status` of the call takes it; empty for all. A campaign shows no drafts (R16.1). */
export const STATUS_FILTERS = ['', '2', '3', '4', '5', '6'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const STATUS_FILTER_WORDS: Record<StatusFilter, TextKey> = {
  ...STATUS_WORDS,
  '': 'common.filterAll',
};

/** From the address, where anything may stand. */
export function statusFilterOf(written: string | null): StatusFilter {
  return STATUS_FILTERS.find((filter) => filter === written) ?? '';
}
