import { expect, test } from 'vitest';
import { brokenFiles } from '../../test/statements/broken-files.ts';
import { outcomeOf } from '../../test/statements/reading-outcome.ts';
import { STATEMENT_REFUSALS } from './reading/statement-messages.ts';

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
