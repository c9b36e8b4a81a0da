import { createHash } from 'node:crypto';
import type { MfiId } from '@sathi/domain/ids.ts';
import { linesKnownBy } from '@sathi/domain/statement-lines.ts';
import { type MatchedLine, matchInOrder } from '@sathi/domain/statement-matching.ts';
import type { Keyring } from '../../config/secret.ts';
import type { Change } from '../../http/call.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import type { StatementRead } from './reading/statement-messages.ts';
import { findDaysToStandOn, insertStatementDays, setStandsOn } from './account-days.repository.ts';
import { balancesOf } from './day-balances.ts';
import { sealedPieces } from './statement-seals.ts';
import { candidatesFor } from './statement-candidates.repository.ts';
import {
  findStatement,
  insertFilePiece,
  insertLines,
  insertStatement,
  listKnown,
  lockStatementsOf,
  type NewLine,
  type StatementRow,
} from './statements.repository.ts';

const LINES_TOGETHER = 2_000;

export type HandedIn = {
  readonly mfiId: MfiId;
  readonly account: MoneyAccountRow;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly bytesHash: string;
  readonly read: StatementRead;
  readonly keys: Keyring;
};

/** A file with its lines; one that was known before has no new ones. */
export type KeptStatement = StatementRow & { readonly isKnown: boolean };

/**
 * Keeps a file that was read, and of its lines those that no file before it had (R21.5), each with its match (R21.7). The
 * same file again is the one that is there, without new lines.
 */
export async function keepStatement(
  { tx, viewer, now }: Omit<Change, 'attempt'>,
  file: HandedIn,
): Promise<KeptStatement> {
  const { account, bytesHash, read } = file;
  await lockStatementsOf(tx, account.id);
  const before = await findStatement(tx, account.id, bytesHash);
  if (before) return knownStatement(before);
  const prints = linesKnownBy(read.lines).map((said) => createHash('sha256').update(said).digest('hex'));
  const known = await listKnown(tx, account.id, prints);
  const fresh = read.lines
    .map((line, index) => ({ ...line, line: index + 1, knownBy: prints[index] ?? '' }))
    .filter(({ knownBy }) => !known.has(knownBy));
  const matches = matchInOrder(fresh, await candidatesFor(tx, file.mfiId, account, now));
  const values = { ...valuesOf(file), newLines: fresh.length, ...countsOf(matches) };
  const id = await insertStatement(tx, { ...values, uploadedBy: viewer.id, uploadedAt: now });
  const lines = fresh.map((line, index): NewLine => ({ ...line, match: matches[index] as MatchedLine }));
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))];
  const standsOn = await findDaysToStandOn(tx, account.id, days);
  for (let at = 0; at < lines.length; at += LINES_TOGETHER) {
    await insertLines(tx, { statementId: id, accountId: account.id }, lines.slice(at, at + LINES_TOGETHER));
  }
  if (standsOn.size > 0) await setStandsOn(tx, id, standsOn);
  await insertStatementDays(tx, { statementId: id, accountId: account.id }, balancesOf(read));
  for (const piece of sealedPieces(file.keys, id, file.bytes)) await insertFilePiece(tx, { ...piece, keptAt: now });
  return { ...values, id, isKnown: false };
}

export function knownStatement(statement: StatementRow): KeptStatement {
  return { ...statement, newLines: 0, isKnown: true };
}

function valuesOf({ account, name, bytesHash, read }: HandedIn) {
  const days = read.lines.map(({ bookedOn }) => bookedOn).toSorted();
  return {
    accountId: account.id,
    bytesHash,
    name,
    format: read.format,
    fromOn: days[0] ?? null,
    toOn: days.at(-1) ?? null,
    openingMinor: read.statements[0]?.opening ?? null,
    closingMinor: read.statements.at(-1)?.closing ?? null,
    lines: read.lines.length,
    badRows: read.badRows,
  };
}

function countsOf(matches: readonly MatchedLine[]) {
  const count = (how: MatchedLine['how']) => matches.filter((match) => match.how === how).length;
  return { automatic: count('automatic'), suggested: count('suggested'), open: count('none') };
}
