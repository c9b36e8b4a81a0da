import type { Sum } from '../../lib/local-amount.ts';
import type { ProposalDetails, ProposalSummary } from '../../lib/wire.ts';

/** The proposal that staff decide about, from a card or from a queue. */
export type DecisionSubject = Sum & {
  proposalId: string;
  title: string;
  userName: string;
  mfiId: string;
  mfiName: string;
  /**
   * The revision of the proposal as its page was read; absent where only a list was. No decision is made about a
   * proposal that changed meanwhile.
   */
  revision?: string;
  /** The sum that is on its way, and from how many people, at an institution that awaits money. */
  unpaid?: { amount: number; backers: number };
};

export function subjectOf(proposal: ProposalSummary | ProposalDetails): DecisionSubject & { hasPicture: boolean } {
  const { id, title, userName, amount, mfiId, mfiName, image } = proposal;
  const subject = { proposalId: id, title, userName, amount, mfiId, mfiName, hasPicture: image !== null };
  if (!('revision' in proposal)) return subject;
  const { revision, awaitedAmount, backersAwaited } = proposal;
  if (!awaitedAmount) return { ...subject, revision };
  return { ...subject, revision, unpaid: { amount: awaitedAmount, backers: backersAwaited ?? 0 } };
}
