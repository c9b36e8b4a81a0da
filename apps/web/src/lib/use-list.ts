import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { callList } from './api.ts';
import type { DataOf, InputOf, ListName, QueryOf } from './wire.ts';

type Row<Name extends ListName> = DataOf<Name> extends readonly (infer Item)[] ? Item : never;

/** A list that comes in pages. `rows` is undefined until the first has arrived. */
export function useList<Name extends ListName>(name: Name, queryKey: QueryKey, query: QueryOf<Name>) {
  const pages = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callList(name, { query: { ...(query as object), cursor: pageParam ?? undefined } } as unknown as InputOf<Name>, {
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
  return {
    rows: pages.data?.pages.flatMap((page) => page.data as Row<Name>[]),
    /** The sum of the whole list, where its call tells one. */
    total: pages.data?.pages[0]?.total,
    isError: pages.isError,
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    /** Why the next page did not come. */
    moreError: pages.isFetchNextPageError ? pages.error : null,
    loadMore: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  };
}
