import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import { useReadOn } from '../../lib/use-read-on.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Awaited = DataOf<'listAwaited'>[number];

/** The people who owe an institution money, the earliest day first. A search among them needs all. */
export function useAwaited(mfiId: string, needsAll = false) {
  const list = useList('listAwaited', queryKeys.awaited(mfiId), { mfiId, sort: 'payBy' });
  useReadOn(list, needsAll ? Number.POSITIVE_INFINITY : 0);
  return list;
}
