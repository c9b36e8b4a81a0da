import { isStaffOf, type ProposalRefusal, proposalRefusal } from './permissions.ts';
import type { Proposal, SignedIn, Viewer } from './proposals.ts';

export const MESSAGE_LENGTH_MAX = 2000;
/** How much one person may write, counted over all processes (R15.3). */
export const MESSAGE_LIMITS = [
  { count: 5, perSeconds: 60 },
  { count: 200, perSeconds: 86_400 },
] as const;
/** The number of an account's first messages that carry no links (R15.3). */
export const MESSAGES_WITHOUT_LINKS = 3;

/** A person's ties to a proposal beside owning or checking it. */
export type Standing = {
  /** Money of theirs is in it now. */
  readonly isBacker: boolean;
  readonly hasWritten: boolean;
};

/** Owner, active backers, staff of its MFI, and all who have written in the conversation (R15.1). A draft has none. */
export function isReader(viewer: SignedIn, proposal: Proposal, { isBacker, hasWritten }: Standing): boolean {
  if (proposal.status === 'drafted') return false;
  return viewer.id === proposal.ownerId || isStaffOf(viewer, proposal.mfiId) || isBacker || hasWritten;
}

/**
 * Null when this person may write now: any signed-in person in 2 and 3, readers in 4 and 5, no person in 1 and 6
 * (R15.2).
 */
export function messageRefusal(viewer: Viewer, proposal: Proposal, standing: Standing): ProposalRefusal | null {
  const refusal = proposalRefusal('message', viewer, proposal);
  if (refusal !== null || viewer === null) return refusal;
  const isOpen = proposal.status === 'published' || proposal.status === 'locked';
  return isOpen || isReader(viewer, proposal, standing) ? null : 'not_permitted';
}

/** Links of an account are clickable from its fourth message on (R15.3). */
export function areLinksAllowed(writtenBefore: number): boolean {
  return writtenBefore >= MESSAGES_WITHOUT_LINKS;
}

/**
 * Seconds until this person may write again, 0 when they may now (R15.3). `sentAt` holds, for each of
 * {@link MESSAGE_LIMITS}, when the message was sent that has to grow old enough for another to fit: the fifth from the
 * end, the two hundredth; null without one.
 */
export function secondsUntilNextMessage(sentAt: ReadonlyArray<Date | null>, now: Date): number {
  const waits = MESSAGE_LIMITS.map(({ perSeconds }, index) => {
    const at = sentAt[index] ?? null;
    return at === null ? 0 : Math.ceil((at.getTime() + perSeconds * 1000 - now.getTime()) / 1000);
  });
  return Math.max(0, ...waits);
}
