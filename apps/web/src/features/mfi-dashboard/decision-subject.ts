import { queryKeys } from '../../lib/query-keys.ts';

/** The proposal that staff decide about, from a card or from a queue. */
export type DecisionSubject = {
  proposalId: string;
  title: string;
  userName: string;
  amount: number;
  mfiId: string;
  mfiName: string;
  /** Absent where it is not known yet, as in a queue. */
  hasPicture?: boolean;
};

/** Everything that shows the proposal or counts it. */
export function staleAfterDecision({ proposalId, mfiName }: DecisionSubject) {
  return [
    queryKeys.proposal(proposalId),
    queryKeys.proposals,
    queryKeys.mfiQueues(mfiName),
    queryKeys.mfiStats(mfiName),
    queryKeys.mfiPortfolio(mfiName),
  ];
}
