import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { movedCreditCents } from './pay-ins.ts';
import { MoneyBook } from './test/money-book.ts';
import { STORIES, stepsOf, type VectorStep } from './test/money-stories.ts';

test.each(Object.keys(STORIES))('the rules give each step of vector %s (R20)', async (name) => {
  const book = new MoneyBook();
  const left = [...stepsOf(name)];
  await STORIES[name]?.(book, () => {
    const { balances, proposals } = left.shift() as VectorStep;
    expect(book.state).toEqual({ balances, proposals });
  });
  expect(left).toEqual([]);
});

test('an institution at trust awaits nothing: each step of vector V1 (R19.1)', () => {
  const book = new MoneyBook('trust');
  const left = [...stepsOf('V1')];
  const step = () => {
    const { balances, proposals } = left.shift() as VectorStep;
    expect(book.state).toEqual({ balances, proposals });
  };
  book.publish('1', 'o', 10_000);
  book.back('1', 'a', 2500);
  book.back('1', 'b', 7500);
  step();
  book.release('1');
  book.send('1');
  book.pay('1', 833);
  step();
  book.publish('2', 'o', 4000);
  book.back('2', 'a', 1000);
  book.close('2');
  step();
});

test('an institution that turns to expected takes over the credit that came from it: vector V13 (R24.8)', () => {
  const book = new MoneyBook('trust');
  const [before, after] = stepsOf('V13') as unknown as [VectorStep, VectorStep & { readonly moved: number }];
  book.publish('1', 'o', 4000);
  book.back('1', 'a', 4000);
  book.release('1');
  book.send('1');
  book.pay('1', 2200);
  book.publish('9', 'x', 3000);
  book.back('9', 'a', 600);
  expect(book.state.balances).toEqual(before.balances);
  const commonCents = cents(book.balance('wallet:a'));
  const moved = movedCreditCents({ commonCents, putInCents: cents(2200), tookCents: cents(0) });
  expect(moved).toBe(after.moved);
  book.post(['wallet:a', 'wallet:a:m', moved]);
  expect(book.state.balances).toEqual(after.balances);
});
