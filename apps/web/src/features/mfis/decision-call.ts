import { queryKeys } from '../../lib/query-keys.ts';
import type { DecisionSubject } from './decision-subject.ts';

/** The query of a decision's call. */
export function decisionQuery({ mfiId, proposalId, revision }: DecisionSubject) {
  return { mfiId, proposalId, ...(revision !== undefined && { revision }) };
}

/** All answers that show the proposal or count it. */
export function staleAfterDecision({ proposalId, mfiName }: DecisionSubject) {
  return [
    queryKeys.proposal(proposalId),
    queryKeys.proposals,
    queryKeys.mfiQueues(mfiName),
    queryKeys.mfiStats(mfiName),
    queryKeys.mfiPortfolio(mfiName),
  ];
}
