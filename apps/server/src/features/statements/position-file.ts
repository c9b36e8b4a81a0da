import type { findPosition } from '@sathi/contract/account-days.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import { type CsvColumn, csvMoney, csvOf } from '../../http/csv.ts';

type Position = DataOf<typeof findPosition>;
/** A sum of the books in dollars, or the last balance of an account. */
type Row = { readonly what: string; readonly usd: number | null } & Partial<Position['accounts'][number]>;

const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: 'what', value: ({ what }) => what },
  { header: 'amount_usd', value: ({ usd }) => (usd === null ? null : csvMoney(usd)) },
  { header: 'account', value: ({ label = '' }) => label },
  { header: 'currency', value: ({ currency = '' }) => currency },
  // A number, because a text that begins with a minus sign would be taken for a formula.
  { header: 'balance', value: ({ balance = null }) => (balance === null ? null : Number(balance)) },
  { header: 'balance_on', value: ({ on = null }) => on },
  { header: 'rate', value: ({ rate = null }) => (rate === null ? null : Number(rate)) },
];

/** The position as a table, first by the books, then by account (R24.7). */
export function positionFile({ mustHold, pending, accounts, house, fund }: Position): string {
  return csvOf(COLUMNS, [
    { what: 'must_hold', usd: mustHold },
    { what: 'pending', usd: pending },
    { what: 'house_still_out', usd: house.stillOut },
    { what: 'house_credit', usd: house.credit },
    { what: 'fund_still_out', usd: fund.stillOut },
    { what: 'fund_credit', usd: fund.credit },
    ...accounts.map((account) => ({ what: 'account', usd: account.inUsd, ...account })),
  ]);
}
