import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';

/** The reader's money that arrived. */
export function usePayIns() {
  return useList('listPayIns', queryKeys.payIns, {});
}
