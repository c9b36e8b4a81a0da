import { bankIdOf, linesKnownBy, type StatementLine } from '@sathi/domain/statement-lines.ts';
import { type LineEffect, leaveOutcome, outcomeOf } from '@sathi/domain/match-effects.ts';
import { openItemsOf } from '@sathi/domain/open-items.ts';
import { type Match, matchInOrder } from '@sathi/domain/statement-matching.ts';
import { expect, test } from 'vitest';
import {
  candidatesOf,
  fixture,
  fixtureAccount,
  readHere,
  statementFile,
  statementJson,
  taskFor,
} from '../../test/statements/statement-fixture.ts';

type Row = { readonly line: number; readonly new: boolean; readonly [field: string]: unknown };
type Expected = {
  readonly refused?: string;
  readonly opening?: readonly (number | null)[];
  readonly closing?: readonly (number | null)[];
  readonly badRows?: readonly { readonly row: number; readonly problem: string }[];
  readonly rows?: readonly Row[];
};

/** Lines that an account has had in an earlier file of the list. */
const knownOf = new Map(fixture.accounts.map(({ id }) => [id, new Set<string>()]));

test.each(fixture.files)('$file is read and matched as expected, line by line (R21.2–R21.7)', async (spec) => {
  const { file, accountId } = spec;
  const expected = statementJson<Expected>(`expected/${file.split('/').at(-1)}.json`);
  const read = await readHere(statementFile(file), taskFor(accountId));
  if ('refusal' in read) return expect(read.refusal.code).toBe(expected.refused);
  expect(read.statements.map(({ opening }) => opening)).toEqual(expected.opening);
  expect(read.statements.map(({ closing }) => closing)).toEqual(expected.closing);
  expect(read.badRows).toEqual(expected.badRows);
  expect(rowsOf(read.lines, accountId)).toEqual(expected.rows);
});

function rowsOf(lines: readonly StatementLine[], accountId: string): object[] {
  const known = knownOf.get(accountId) ?? new Set();
  const prints = linesKnownBy(lines);
  const isNew = prints.map((print) => !known.has(print));
  for (const print of prints) known.add(print);
  const fresh = lines.filter((_, index) => isNew[index]);
  const matches = matchInOrder(fresh, candidatesOf(accountId));
  const effects = bookedInOrder(fresh, matches, accountId);
  const found = new Map(fresh.map((line, index) => [line, matchIn(matches[index] as Match, effects[index] ?? null)]));
  return lines.map((line, index) => ({
    line: index + 1,
    bookedOn: line.bookedOn,
    valueOn: line.valueOn,
    amountMinor: line.amount,
    currency: fixtureAccount(accountId).currency,
    bankRef: bankIdOf(line),
    reversal: line.isReversal,
    fingerprintBy: bankIdOf(line) === '' ? 'content' : 'id',
    new: isNew[index],
    match: found.get(line) ?? { how: 'known' },
  }));
}

/** The sums of expectations are what booking the sure lines does, one after the other in the order of the file. */
function bookedInOrder(
  lines: readonly StatementLine[],
  matches: readonly Match[],
  accountId: string,
): (LineEffect | null)[] {
  const candidates = candidatesOf(accountId);
  const items = openItemsOf(candidates);
  return lines.map((line, index) => {
    const { how, target } = matches[index] as Match;
    if (how !== 'automatic') return null;
    const outcome = outcomeOf(target, line, candidates, items);
    leaveOutcome(outcome, items);
    return outcome?.effect ?? null;
  });
}

function matchIn({ how, rule, target, candidates }: Match, effect: LineEffect | null): object {
  const hasSums = target?.kind !== 'fee' && effect?.cents !== 0;
  return {
    how,
    rule,
    ...(target && { target: targetIn(target) }),
    ...(candidates.length > 0 && { candidates }),
    ...(hasSums && effect),
    ...(hasSums &&
      effect?.settles && {
        settles: effect.settles.map((part) => ({ investmentId: String(part.investmentId), cents: part.cents })),
      }),
  };
}

function targetIn(target: NonNullable<Match['target']>): object {
  switch (target.kind) {
    case 'person':
      return { kind: 'order', reference: target.reference };
    case 'loan':
      return target;
    case 'payment':
      return { kind: 'payment', id: String(target.id) };
    case 'payout':
      return { kind: 'payout', id: String(target.id), to: target.becomes };
    case 'booked':
      return { kind: target.document.kind, id: String(target.document.id) };
    case 'fee':
      return { kind: 'fee' };
  }
}
