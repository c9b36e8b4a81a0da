import { type GalleryPicture, isGallery } from './gallery.ts';
import { EMPTY_DRAFT, isEmptyDraft, isProposalDraft, type ProposalDraft } from './proposal-draft.ts';

/** A new, unfinished proposal, as the form keeps it in this browser. */
export type BegunProposal = { draft: ProposalDraft; gallery: readonly GalleryPicture[] };

export const NOTHING_BEGUN: BegunProposal = { draft: EMPTY_DRAFT, gallery: [] };

/** The key in the store: each person has one. */
export function begunName(userId: string | undefined): string {
  return `new-proposal.${userId}`;
}

export function isBegun(value: unknown): value is BegunProposal {
  const { draft, gallery } = (value ?? {}) as Partial<BegunProposal>;
  return isProposalDraft(draft) && isGallery(gallery);
}

export function isUntouched({ draft, gallery }: BegunProposal): boolean {
  return isEmptyDraft(draft) && gallery.length === 0;
}
