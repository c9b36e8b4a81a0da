import type { MfiId, MoneyAccountId, ReceiptId } from '@sathi/domain/ids.ts';
import type { Candidates } from '@sathi/domain/statement-candidates.ts';
import { type MatchedLine, matchStatements } from '@sathi/domain/statement-matching.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { findBouncedCents } from './bounces.repository.ts';
import { listMoneyAccounts } from '../money-accounts/money-accounts.repository.ts';
import { listOpenLines, type OpenLine, setMatches } from './lines.repository.ts';
import { candidatesFor } from './statement-candidates.repository.ts';

/**
 * The open lines that are matched anew before they are shown, at most; those after them wait until some of these are
 * booked.
 */
const REMATCHED_MAX = 2_000;

/** Matches the open lines of an institution with what is open now (R21.7). */
export async function rematchOpen(db: Db, mfiId: MfiId, now: Date): Promise<void> {
  const lines = Map.groupBy(await listOpenLines(db, mfiId, REMATCHED_MAX), ({ accountId }) => accountId);
  if (lines.size === 0) return;
  const changed: Rematched[] = [];
  for (const account of await listMoneyAccounts(db, mfiId)) {
    const open = lines.get(account.id as MoneyAccountId) ?? [];
    if (open.length === 0) continue;
    const matched = matchedAgain(open, await candidatesFor(db, mfiId, account, now));
    changed.push(...(await withBounces(db, mfiId, matched)).filter(isOther));
  }
  if (changed.length > 0)
    await transaction(db, (tx) =>
      setMatches(
        tx,
        changed.map(({ id, match }) => ({ id, match })),
      ),
    );
}

type Rematched = { readonly id: OpenLine['id']; readonly before: OpenLine['match']; readonly match: MatchedLine };

/** The open lines of an account, each statement in the order of its file. */
function matchedAgain(open: readonly OpenLine[], candidates: Candidates): Rematched[] {
  const statements = [...Map.groupBy(open, ({ statementId }) => statementId).values()].map((lines) =>
    lines.toSorted((a, b) => a.line - b.line),
  );
  const matches = matchStatements(statements, candidates).flat();
  return statements.flat().flatMap(({ id, match: before }, index) => {
    const match = matches[index];
    return match ? [{ id, before, match }] : [];
  });
}

/** A receipt that bounces moves what its person has and is owed now, which no candidate tells (R20.8). */
async function withBounces(db: Db, mfiId: MfiId, matched: readonly Rematched[]): Promise<Rematched[]> {
  const told: Rematched[] = [];
  for (const line of matched) {
    const { rule, target } = line.match;
    if (rule !== 'bounced' || target?.kind !== 'booked') {
      told.push(line);
      continue;
    }
    const moved = await findBouncedCents(db, mfiId, target.document.id as ReceiptId);
    const effect = moved === undefined ? null : { cents: moved };
    told.push({ ...line, match: { ...line.match, effect } });
  }
  return told;
}

function isOther({ before, match }: Rematched): boolean {
  return JSON.stringify(sorted(match)) !== JSON.stringify(sorted(before));
}

/** The database keeps the names of a match in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]));
}
