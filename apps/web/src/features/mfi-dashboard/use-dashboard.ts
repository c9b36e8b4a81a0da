import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import type { StatusFilter } from './status-filter.ts';

export type OwnMfi = { id: string; name: string };

/** What waits for this office. */
export function useQueues({ id, name }: OwnMfi) {
  return useQuery({
    queryKey: queryKeys.mfiQueues(name),
    queryFn: ({ signal }) => call('mfiQueues', { query: { mfiId: id } }, { signal }),
  });
}

/** The three boxes (R11.3). */
export function useStats({ id, name }: OwnMfi) {
  return useQuery({
    queryKey: queryKeys.mfiStats(name),
    queryFn: ({ signal }) => call('mfiStats', { query: { mfiId: id } }, { signal }),
  });
}

/** What the borrowers still owe, and how late it is (R10.7). */
export function useLateness({ id, name }: OwnMfi) {
  return useQuery({
    queryKey: queryKeys.mfiPortfolio(name),
    queryFn: ({ signal }) => call('findMfiPortfolio', { query: { mfiId: id } }, { signal }),
  });
}

/** The MFI's proposals, drafts never among them. */
export function useMfiProposals({ id }: OwnMfi, filter: StatusFilter) {
  const status = filter === '' ? undefined : filter;
  return useList('listMfiProposals', queryKeys.proposalList('mfi', { mfiId: id, status }), { mfiId: id, status });
}
