import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Period } from './statement-period.ts';

/** The movements of a period, in pages. While another period is on its way, the last one stays. */
export function useStatement(period: Period | null) {
  const pages = useInfiniteQuery({
    queryKey: queryKeys.statement(period ?? {}),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('findStatement', { query: { ...period, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    enabled: period !== null,
  });
  const [first] = pages.data?.pages ?? [];
  return {
    totals: first,
    rows: pages.data?.pages.flatMap((page) => page.rows) ?? [],
    isPending: pages.isPending,
    isError: pages.isError,
    isRefreshing: pages.isPlaceholderData,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    moreError: pages.isFetchNextPageError ? pages.error : null,
    loadMore: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
    /** Loads the rest for paper. @throws the error of a page that could not be loaded */
    loadAll: async () => {
      if (!pages.hasNextPage) return;
      let latest = await pages.fetchNextPage({ throwOnError: true });
      while (latest.hasNextPage) latest = await latest.fetchNextPage({ throwOnError: true });
    },
  };
}
