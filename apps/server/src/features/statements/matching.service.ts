import type { MfiId, MoneyAccountId } from '@sathi/domain/ids.ts';
import { matchInOrder, type MatchedLine } from '@sathi/domain/statement-matching.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { listMoneyAccounts } from '../money-accounts/money-accounts.repository.ts';
import { listOpenLines, type OpenLine, setMatches } from './lines.repository.ts';
import { candidatesFor } from './statement-candidates.repository.ts';

/** So many open lines meet the books anew before they are shown; those after them wait until some of these are booked. */
const REMATCHED_MAX = 2_000;

/** Matches the open lines of an institution with what is open now (R21.7). */
export async function rematchOpen(db: Db, mfiId: MfiId): Promise<void> {
  const lines = Map.groupBy(await listOpenLines(db, mfiId, REMATCHED_MAX), ({ accountId }) => accountId);
  if (lines.size === 0) return;
  const changed: { id: OpenLine['id']; match: MatchedLine }[] = [];
  for (const account of await listMoneyAccounts(db, mfiId)) {
    const open = lines.get(account.id as MoneyAccountId) ?? [];
    if (open.length === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- an institution has few accounts
    const matches = matchInOrder(open, await candidatesFor(db, mfiId, account));
    for (const [index, { id, match: before }] of open.entries()) {
      const match = matches[index];
      if (match && JSON.stringify(sorted(match)) !== JSON.stringify(sorted(before))) changed.push({ id, match });
    }
  }
  if (changed.length > 0) await transaction(db, (tx) => setMatches(tx, changed));
}

/** The database keeps the names of a match in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]));
}
