import { expect, test } from 'vitest';
import { bombs } from '../../test/statements/broken-files.ts';
import { outcomeOf } from '../../test/statements/reading-outcome.ts';
import { statementFile } from '../../test/statements/statement-fixture.ts';

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
