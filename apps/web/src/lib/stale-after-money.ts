import { queryKeys } from './query-keys.ts';

/** Each answer that money coming to an institution changes, at its desk or by hand: figures, queues, lists, sheets and loans. */
export function staleAfterMoney(mfiId: string) {
  const { allMfis, allPayIns, sheets, allOfProposals, proposals } = queryKeys;
  return [allMfis, allPayIns(mfiId), sheets(mfiId), allOfProposals, proposals];
}
