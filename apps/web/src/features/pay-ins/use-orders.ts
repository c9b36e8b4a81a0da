import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Order = DataOf<'listPayInOrders'>[number];
export type Channel = Order['channels'][number];

/** The reader's orders: one for each institution that awaits money, also when nothing is due (R19.5). */
export function useOrders() {
  return useList('listPayInOrders', queryKeys.orders, {});
}
