import type { UserId } from '@sathi/domain/ids.ts';
import { csvOf } from '../../http/csv.ts';
import type { TableRow } from '../../db/table-row.ts';
import { columnsOf, readableRow } from '../../http/table-rows.ts';
import type { ZipEntry } from '../../http/zip.ts';
import type { Outside } from '../../outside/outside.ts';
import { listOwnPayoutAccounts, listOwnWithdrawals } from '../withdrawals/own-withdrawals-answers.ts';
import { listOwnRows, PARTS } from './own-data.repository.ts';

/** Each part twice: as JSON for programs and as CSV for people. A part without rows is there too, and says so. */
export async function* ownDataFiles(
  { db, secret }: Pick<Outside, 'db' | 'secret'>,
  userId: UserId,
): AsyncGenerator<ZipEntry, void, undefined> {
  for (const part of Object.keys(PARTS)) {
    // A part at a time is in memory.
    yield* filesOf(part, await listOwnRows(db, part, userId));
  }
  yield* filesOf('withdrawals', await listOwnWithdrawals(db, secret, userId));
  yield* filesOf('payout_accounts', await listOwnPayoutAccounts(db, secret, userId));
}

function filesOf(part: string, read: readonly TableRow[]): ZipEntry[] {
  const rows = read.map(readableRow);
  return [
    { name: `json/${part}.json`, text: `${JSON.stringify(rows, null, 2)}\n` },
    { name: `csv/${part}.csv`, text: csvOf(columnsOf(rows[0] ?? {}), rows) },
  ];
}
