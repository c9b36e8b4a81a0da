import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { writtenStatus } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';

export type OwnMfi = { id: string; name: string; isManager: boolean };

/** Empty is every status. */
export const MFI_FILTERS = ['', 'published', 'active', 'locked', 'backed', 'funded', 'repaid', 'incomplete'] as const;
export type MfiFilter = (typeof MFI_FILTERS)[number];

/** The queues of this office; without `isAsked` the last answer alone. */
export function useQueues({ id, name }: Pick<OwnMfi, 'id' | 'name'>, isAsked = true) {
  return useQuery({
    queryKey: queryKeys.mfiQueues(name),
    queryFn: ({ signal }) => call('mfiQueues', { query: { mfiId: id } }, { signal }),
    enabled: isAsked,
  });
}

/** The three boxes (R11.3). */
export function useStats({ id, name }: OwnMfi) {
  return useQuery({
    queryKey: queryKeys.mfiStats(name),
    queryFn: ({ signal }) => call('mfiStats', { query: { mfiId: id } }, { signal }),
  });
}

/** The borrowers' debts, and how late they are (R10.7). */
export function useLateness({ id, name }: OwnMfi) {
  return useQuery({
    queryKey: queryKeys.mfiPortfolio(name),
    queryFn: ({ signal }) => call('findMfiPortfolio', { query: { mfiId: id } }, { signal }),
  });
}

/** The MFI's proposals, drafts never among them. */
export function useMfiProposals({ id }: OwnMfi, filter: MfiFilter) {
  const query =
    filter === 'incomplete' ? { incomplete: 'true' as const } : { status: writtenStatus(filter) || undefined };
  return useList('listMfiProposals', queryKeys.proposalList('mfi', { mfiId: id, ...query }), { mfiId: id, ...query });
}
