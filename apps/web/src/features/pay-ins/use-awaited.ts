import { useEffect } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Awaited = DataOf<'listAwaited'>[number];

/** The people who owe an institution money, the earliest day first. A search among them needs all. */
export function useAwaited(mfiId: string, needsAll = false) {
  const list = useList('listAwaited', queryKeys.awaited(mfiId), { mfiId, sort: 'payBy' });
  const { hasMore, isLoadingMore, loadMore } = list;
  useEffect(() => {
    if (needsAll && hasMore && !isLoadingMore) loadMore();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `loadMore` is another function each time
  }, [needsAll, hasMore, isLoadingMore]);
  return list;
}
