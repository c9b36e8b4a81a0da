import type { UserId } from '@sathi/domain/ids.ts';
import { csvMoney, csvOf } from '../../http/csv.ts';
import type { ZipEntry } from '../../http/zip.ts';
import type { Outside } from '../../outside/outside.ts';
import { listOwnPayoutAccounts, listOwnWithdrawals } from '../withdrawals/own-withdrawals-answers.ts';
import { listOwnRows, type OwnRow, PARTS } from './own-data.repository.ts';

const MONEY = /Cents$/;

/** Each part twice: as JSON for programs and as CSV for people. A part without rows is there too, and says so. */
export async function* ownDataFiles(
  { db, secret }: Pick<Outside, 'db' | 'secret'>,
  userId: UserId,
): AsyncGenerator<ZipEntry, void, undefined> {
  for (const part of Object.keys(PARTS)) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other, so that no more than one is in memory
    yield* filesOf(part, await listOwnRows(db, part, userId));
  }
  yield* filesOf('withdrawals', await listOwnWithdrawals(db, secret, userId));
  yield* filesOf('payout_accounts', await listOwnPayoutAccounts(db, secret, userId));
}

function filesOf(part: string, read: readonly OwnRow[]): ZipEntry[] {
  const rows = read.map(readable);
  return [
    { name: `json/${part}.json`, text: `${JSON.stringify(rows, null, 2)}\n` },
    { name: `csv/${part}.csv`, text: csvOf(columnsOf(rows), rows) },
  ];
}

/** Money in dollars and instants as text, under names that say so. */
function readable(row: OwnRow): OwnRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (MONEY.test(name)) return [name.replace(MONEY, 'Usd'), typeof value === 'number' ? csvMoney(value) : value];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

function columnsOf(rows: readonly OwnRow[]) {
  return Object.keys(rows[0] ?? {}).map((name) => ({
    header: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value: (row: OwnRow) => cellOf(row[name]),
  }));
}

function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
