import { useStoredDraft } from '../../../lib/stored-draft.ts';
import { type GalleryPicture, isGallery } from './gallery.ts';
import { EMPTY_DRAFT, isEmptyDraft, isProposalDraft, type ProposalDraft } from './proposal-draft.ts';

/** A new, unfinished proposal, as the form keeps it in this browser. */
export type BegunProposal = {
  draft: ProposalDraft;
  gallery: readonly GalleryPicture[];
  /** The money that the amount is in. */
  currency?: string;
};

const NOTHING_BEGUN: BegunProposal = { draft: EMPTY_DRAFT, gallery: [] };

/** The key in the store: each person has one. */
export function begunName(userId: string | undefined): string {
  return `new-proposal.${userId}`;
}

export function isBegun(value: unknown): value is BegunProposal {
  const { draft, gallery } = (value ?? {}) as Partial<BegunProposal>;
  return isProposalDraft(draft) && isGallery(gallery);
}

/** The begun proposal of a person, with its sum in `currency`, which is undefined while it is not known. */
export function useBegunProposal(userId: string | undefined, currency: string | undefined) {
  const { draft, change, ...stored } = useStoredDraft(begunName(userId), NOTHING_BEGUN, isBegun);
  return {
    ...stored,
    draft: inMoney(draft, currency),
    change: (changed: (before: BegunProposal) => BegunProposal) =>
      change((before) => changed(inMoney(before, currency))),
  };
}

/** A sum that was typed in another money is asked for anew (R7.4). */
function inMoney(begun: BegunProposal, currency: string | undefined): BegunProposal {
  if (currency === undefined || begun.currency === currency) return begun;
  const { draft } = begun;
  return { ...begun, currency, draft: begun.currency === undefined ? draft : { ...draft, amount: '' } };
}

export function isUntouched({ draft, gallery }: BegunProposal): boolean {
  return isEmptyDraft(draft) && gallery.length === 0;
}
