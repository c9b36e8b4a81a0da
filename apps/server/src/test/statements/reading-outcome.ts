import { parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { linesKnownBy } from '@sathi/domain/statement-lines.ts';
import { matchInOrder } from '@sathi/domain/statement-matching.ts';
import { expect } from 'vitest';
import type { StatementRead } from '../../features/statements/reading/statement-messages.ts';
import type { BrokenFile } from './broken-files.ts';
import { candidatesOf, readHere, taskFor } from './statement-fixture.ts';

/** A file is read in a moment or not at all. */
const READ_MS_MAX = 10_000;

/** @returns the code of a refusal, or `read` for a reading that holds together */
export async function outcomeOf({ name, accountId, bytes }: BrokenFile): Promise<string> {
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
