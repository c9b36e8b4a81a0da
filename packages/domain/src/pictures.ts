import type { SignedIn } from './proposals.ts';

export type PictureFolder = 'proposalImages' | 'profileImages' | 'campaignImages' | 'slips';

/** The most that one person may keep (security T16). */
export const PICTURES_COUNT_MAX = 200;
export const PICTURES_BYTES_MAX = 200 * 1024 * 1024;

/** A slip is shown to its payer and the staff whom they paid, and to nobody else (R20.2, R22.3). */
export const SLIP_MONTHS = 24;

/** Campaigns are made by staff, so their pictures are too; every person has a profile and may write a proposal. */
export function uploadRefusal(viewer: SignedIn, folder: PictureFolder): 'not_permitted' | null {
  return folder === 'campaignImages' && viewer.mfiIds.length === 0 ? 'not_permitted' : null;
}

/** Whether there is room for one more; all sizes of a picture count together. */
export function quotaRefusal(kept: { readonly count: number; readonly sizeBytes: number }): 'image_quota' | null {
  return kept.count >= PICTURES_COUNT_MAX || kept.sizeBytes >= PICTURES_BYTES_MAX ? 'image_quota' : null;
}

/**
 * The beginning of a kept picture's name: letters and digits, so that the address of a campaign's picture names its
 * subject. Null when the text has none of them.
 */
export function pictureNamePrefix(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    // Accents stand by themselves now.
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\.[a-z]{3,4}$/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? null : plain;
}
