import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { drawRefusal, isOldDebt } from './own-money.ts';

test('credit below zero is an old debt after 180 days (R20.11)', () => {
  const since = new Date('2026-01-01T10:00:00Z');
  expect(isOldDebt(since, new Date('2026-06-30T09:59:59Z'))).toBe(false);
  expect(isOldDebt(since, new Date('2026-06-30T10:00:00Z'))).toBe(true);
});

type Case = { own: number; drawn?: number; self?: number; isAlone?: boolean };

test.each([
  ['takes what is there', 2000, { own: 0 }, null],
  ['takes nothing', 0, { own: 0 }, 'amount_not_positive'],
  ['takes more than there is', 2001, { own: 0 }, 'amount_above_credit'],
  ['advanced a part of it and takes the rest', 1500, { own: 500 }, null],
  ['advanced a part of it and takes that too', 1501, { own: 500 }, 'second_person_needed'],
  ['advanced a part of it, while others took some of the rest', 1501, { own: 500, drawn: 100 }, 'second_person_needed'],
  ['advanced all of it, while others took some of it', 1, { own: 3000, drawn: 1000 }, 'second_person_needed'],
  ['took the rest before', 1, { own: 2000, self: 700 }, 'second_person_needed'],
  ['advanced all of it, and is the whole office', 2000, { own: 2000, isAlone: true }, null],
])('staff who %s are answered (R19.8)', (_, amount, { own, drawn = 0, self = 0, isAlone = false }: Case, expected) => {
  const drawnCents = { drawnBySelfCents: cents(self), drawnByOthersCents: cents(drawn) };
  const of = { creditCents: cents(2000), ownHomeCents: cents(own), ...drawnCents, isAlone };
  expect(drawRefusal(cents(amount), of)).toBe(expected);
});
