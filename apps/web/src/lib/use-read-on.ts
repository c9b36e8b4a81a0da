import { useEffect } from 'react';
import type { useList } from './use-list.ts';

type Pages = Pick<ReturnType<typeof useList>, 'hasMore' | 'isLoadingMore' | 'isError' | 'loadMore'> & {
  readonly rows: readonly unknown[] | undefined;
};

/** Reads a list on without being asked, up to so many rows; a page that fails ends it. */
export function useReadOn(list: Pages, most: number): void {
  const { rows, hasMore, isLoadingMore, isError, loadMore } = list;
  const count = rows?.length ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !isError && count < most) loadMore();
  }, [hasMore, isLoadingMore, isError, count, most, loadMore]);
}
