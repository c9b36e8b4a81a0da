import { LINES_BOOKED_AT_ONCE_MAX } from '@sathi/domain/statement-lines.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import type { StaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useReadOn } from '../../lib/use-read-on.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { toast } from '../../ui/toast.ts';

/** Piles of an account: sure, to be looked at, open, done, and of any state those that words find. */
export type Pile = 'sure' | 'look' | 'open' | 'done' | 'search';

const WANTED = {
  sure: { state: 'open', how: 'automatic' },
  look: { state: 'open', how: 'suggested' },
  open: { state: 'open', how: 'none' },
  done: {},
  search: {},
} as const;

export function useLines(mfiId: string, accountId: string, pile: Pile, words?: string) {
  const query = { mfiId, accountId, limit: 50, ...WANTED[pile], q: words };
  const list = useList('listLines', [...queryKeys.deskLines(mfiId, accountId, pile), words], query as never);
  const { rows } = list;
  // The sure pile is booked at once, so all of it is read before the button names how many.
  useReadOn(list, pile === 'sure' ? LINES_BOOKED_AT_ONCE_MAX : 0);
  const shown = pile === 'done' ? rows?.filter(({ state }) => state !== 'open') : rows;
  return { ...list, rows: shown };
}

/** All lines of a day, in the order of the statement: on a busy one the wanted line is behind the first page. */
export function useDayLines(mfiId: string, accountId: string, day: string) {
  const query = { mfiId, accountId, day, limit: 50 };
  const list = useList('listLines', queryKeys.deskLines(mfiId, accountId, day), query);
  useReadOn(list, Number.POSITIVE_INFINITY);
  return list;
}

type Booked = DataOf<'bookLines'>['results'];

/** Books lines and tells how many; the caller says which were refused. */
export function useBooking(mfiId: string, { t, format }: StaffText, onResults?: (results: Booked) => void) {
  const tell = (results: Booked): void => {
    const booked = results.filter(({ result }) => result === 'booked');
    const sum = booked.reduce((cents, { effects }) => cents + Math.round((effects?.amount ?? 0) * 100), 0) / 100;
    onResults?.(results);
    if (booked.length > 0) toast.success(t('desk.booked', { count: booked.length, amount: format.money(sum) }));
  };
  return useSend('bookLines', { invalidates: staleAfterMoney(mfiId), onSuccess: ({ results }) => tell(results) });
}

export type Booking = ReturnType<typeof useBooking>;
