import { linesKnownBy } from '@sathi/domain/statement-lines.ts';
import { matchInOrder } from '@sathi/domain/statement-matching.ts';
import { parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { expect, test } from 'vitest';
import { type BrokenFile, bombs, brokenFiles } from '../../test/statements/broken-files.ts';
import { candidatesOf, readHere, statementFile, taskFor } from '../../test/statements/statement-fixture.ts';
import { STATEMENT_REFUSALS, type StatementRead } from './reading/statement-messages.ts';

/** A file is read in a moment or not at all. */
const READ_MS_MAX = 10_000;

/** @returns the code of a refusal, or `read` for a reading that holds together */
async function outcomeOf({ name, accountId, bytes }: BrokenFile): Promise<string> {
  const started = performance.now();
  const outcome = await readHere(bytes, taskFor(accountId));
  expect(performance.now() - started, name).toBeLessThan(READ_MS_MAX);
  if ('refusal' in outcome) return outcome.refusal.code;
  expectWhole(outcome, name);
  expect(matchInOrder(outcome.lines, candidatesOf(accountId))).toHaveLength(outcome.lines.length);
  expect(new Set(linesKnownBy(outcome.lines)).size, name).toBe(outcome.lines.length);
  return 'read';
}

/** Days and amounts are some, and where the file says its balances its lines lead from the one to the other. */
function expectWhole({ lines, statements, format }: StatementRead, name: string): void {
  for (const line of lines) {
    expect(parseCalendarDate(line.bookedOn), name).toBe(line.bookedOn);
    expect(parseCalendarDate(line.valueOn), name).toBe(line.valueOn);
    expect(Number.isSafeInteger(line.amount), name).toBe(true);
  }
  const opening = statements[0]?.opening ?? null;
  const closing = statements.at(-1)?.closing ?? null;
  if (format === 'mt940') expect(opening !== null && closing !== null, name).toBe(true);
  if (opening === null || closing === null) return;
  expect(
    lines.reduce((sum, { amount }) => sum + amount, opening),
    name,
  ).toBe(closing);
}

test('security T16: hundreds of broken statements are refused or read, and none breaks the reader (R21.2)', async () => {
  const files = brokenFiles(20_261_120);
  expect(files.length).toBeGreaterThanOrEqual(500);
  const outcomes = new Map<string, number>();
  for (const file of files) {
    const outcome = await outcomeOf(file);
    if (file.refusal) expect(file.refusal.split('|'), file.name).toContain(outcome);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // Each way of being broken is met, so that the files still reach behind the first check.
  for (const code of [
    'read',
    'statement_malformed',
    'balance_mismatch',
    'format_unknown',
    'archive_refused',
    'mapping_needed',
  ]) {
    expect(outcomes.get(code) ?? 0, code).toBeGreaterThan(0);
  }
  const codes: readonly string[] = ['read', ...STATEMENT_REFUSALS];
  expect([...outcomes.keys()].filter((code) => !codes.includes(code))).toEqual([]);
});

test.each(bombs())('security T16: $name is refused in time (R21.2)', async (file) => {
  const outcome = await outcomeOf(file);
  if (file.refusal) expect(outcome).toBe(file.refusal);
  else expect(outcome).not.toBe('read');
});

test('a statement that was cut between two entries is refused, not read in part', async () => {
  const text = statementFile('bank-usd-a.camt053.xml').toString('utf8');
  for (const end of text.matchAll(/<\/Ntry>/g)) {
    const cut = Buffer.from(text.slice(0, end.index + 7));
    expect(await outcomeOf({ name: `at ${end.index}`, accountId: '11', bytes: cut })).toBe('statement_malformed');
  }
});

test('a statement that lost an entry is refused, because it does not add up', async () => {
  const text = statementFile('bank-usd-a.camt053.xml').toString('utf8');
  const entries = [...text.matchAll(/<Ntry>.*?<\/Ntry>/gs)].filter(([entry]) => entry.includes('BOOK'));
  expect(entries.length).toBe(27);
  for (const [entry] of entries) {
    const bytes = Buffer.from(text.replace(entry, ''));
    expect(await outcomeOf({ name: entry, accountId: '11', bytes })).toBe('balance_mismatch');
  }
});
