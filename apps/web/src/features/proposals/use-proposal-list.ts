import { useInfiniteQuery } from '@tanstack/react-query';
import { callList } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { QueryOf } from '../../lib/wire.ts';
import type { HomeTab, HomeView, StatusFilter } from './home-address.ts';

const LIST_OF_TAB = { borrow: 'own', repaid: 'own', invest: 'others', ignored: 'ignored' } as const;
const CALL_OF_LIST = {
  own: 'listOwnProposals',
  others: 'listOthersProposals',
  ignored: 'listIgnoredProposals',
} as const;

/** What a tab can hold at all: own loans until repaid, own loans repaid, others' loans, which are never drafts. */
const STATUSES_OF_TAB: Record<HomeTab, readonly StatusFilter[]> = {
  borrow: ['1', '2', '3', '4', '5'],
  repaid: ['6'],
  invest: ['2', '3', '4', '5', '6'],
  ignored: ['2', '3', '4', '5', '6'],
};

const PAGE_SIZE = 12;

/** True when the filter asks for a status that the tab never holds, so that nobody needs to be asked. */
export function isNeverInTab({ tab, status }: HomeView): boolean {
  return status !== 'all' && !STATUSES_OF_TAB[tab].includes(status);
}

/** The call's query for a view. Search, sort and the extra filters belong to the tabs that show others' proposals. */
export function listQueryOf(view: HomeView): QueryOf<'listOwnProposals'> {
  const { tab, status, sort, search, partner, checked } = view;
  const statuses = status === 'all' ? STATUSES_OF_TAB[tab].join(',') : status;
  if (tab !== 'invest') return { status: statuses };
  return {
    status: statuses,
    sort,
    ...(search && { search }),
    ...(partner && { mfi: partner }),
    ...(checked && { checked }),
  };
}

/** One tab's proposals, page by page. */
export function useProposalList(view: HomeView, isWanted = true) {
  const list = LIST_OF_TAB[view.tab];
  const filters = listQueryOf(view);
  return useInfiniteQuery({
    queryKey: queryKeys.proposalList(list, filters),
    queryFn: ({ pageParam, signal }) =>
      callList(
        CALL_OF_LIST[list],
        { query: { ...filters, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted && !isNeverInTab(view),
  });
}
