import { CALLS } from '@sathi/contract/calls.ts';
import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, callList } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { SHOWN_STATUSES, writtenStatus } from '../../../lib/proposal-status.ts';
import type { QueryOf } from '../../../lib/wire.ts';
import type { HomeTab, HomeView } from './home-address.ts';

const LIST_OF_TAB = { borrow: 'own', repaid: 'own', invest: 'others', ignored: 'ignored' } as const;
const CALL_OF_LIST = {
  own: 'listOwnProposals',
  others: 'listOthersProposals',
  ignored: 'listIgnoredProposals',
  /** The list of a visitor. */
  open: 'listOpenProposals',
} as const;

/**
 * The statuses that a tab can hold at all: own loans until repaid, own loans repaid, others' loans, which are never
 * drafts.
 */
const STATUSES_OF_TAB: Record<HomeTab, readonly ProposalStatus[]> = {
  borrow: ['drafted', 'published', 'locked', 'backed', 'funded'],
  repaid: ['repaid'],
  invest: SHOWN_STATUSES,
  ignored: SHOWN_STATUSES,
};

export const PAGE_SIZE = 12;

/** True when the filter asks for a status that the tab never holds, so that the server need not be asked. */
export function isNeverInTab({ tab, status }: HomeView): boolean {
  return status !== '' && !STATUSES_OF_TAB[tab].includes(status);
}

/** The call's query for a view. Search, sort and the extra filters belong to the tabs that show others' proposals. */
function listQueryOf(view: HomeView): QueryOf<'listOwnProposals'> {
  const { tab, status, sort } = view;
  if (tab !== 'invest') return { status: writtenStatus(status === '' ? STATUSES_OF_TAB[tab] : status) };
  // All sorts but the newest first choose among what still takes backings.
  const statuses = sort === 'newest' ? STATUSES_OF_TAB[tab] : (['published', 'locked'] as const);
  return { status: writtenStatus(status === '' ? statuses : status), ...openQueryOf(view) };
}

/** The same without a status: a visitor's list holds what is open alone. */
export function openQueryOf(view: HomeView): QueryOf<'listOpenProposals'> {
  const { sort, search, partner, checked, place, category, maxRemaining, maxMonths, closingWithinDays, campaignId } =
    view;
  return {
    sort,
    ...(search && { search }),
    ...(partner && { mfi: partner }),
    ...(checked && { checked }),
    ...(place && { place }),
    ...(category && { category }),
    ...(maxRemaining && { maxRemaining: Number(maxRemaining) }),
    ...(maxMonths && { maxMonths: Number(maxMonths) }),
    ...(closingWithinDays && { closingWithinDays: Number(closingWithinDays) }),
    ...(campaignId && { campaignId }),
  };
}

/** The address that a tab's first proposals are asked for at. */
export function listAddress(view: HomeView): string {
  return addressOf(CALLS[CALL_OF_LIST[LIST_OF_TAB[view.tab]]][1], {
    query: { ...listQueryOf(view), limit: PAGE_SIZE },
  });
}

/** One tab's proposals, page by page. */
export function useProposalList(view: HomeView, isWanted = true) {
  const list = pages(LIST_OF_TAB[view.tab], listQueryOf(view));
  return useInfiniteQuery({ ...list, enabled: isWanted && !isNeverInTab(view) });
}

/** The proposals that a visitor may look through, page by page. The server sends the first with its page. */
export function useOpenProposals(view: HomeView) {
  return useInfiniteQuery(pages('open', openQueryOf(view)));
}

function pages(list: keyof typeof CALL_OF_LIST, filters: QueryOf<'listOwnProposals'>) {
  return infiniteQueryOptions({
    queryKey: queryKeys.proposalList(list, filters),
    queryFn: ({ pageParam, signal }) =>
      callList(
        CALL_OF_LIST[list],
        { query: { ...filters, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
