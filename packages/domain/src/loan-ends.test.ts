import { expect, test } from 'vitest';
import { LoanEndBook } from './test/loan-end-book.ts';
import { stepsOf } from './test/money-stories.ts';

/** A book, and the step of the vector that it has to equal next. */
function bookOf(vector: string) {
  const book = new LoanEndBook();
  const left = [...stepsOf(vector)];
  const step = () => {
    const { balances, proposals } = left.shift() ?? {};
    expect(book.state).toEqual({ balances, proposals });
  };
  return { book, step, isDone: () => left.length === 0 };
}

function released(book: LoanEndBook, amount: number, backings: Readonly<Record<string, number>>): void {
  book.publish('1', 'o', amount);
  for (const [user, backed] of Object.entries(backings)) {
    book.back('1', user, backed);
    book.receive(user, backed);
  }
  book.release('1');
  book.send('1');
}

test('R22.9, R30.1: a claim is given up, and an earlier payment is taken back: vector V18', () => {
  const { book, step, isDone } = bookOf('V18');
  released(book, 10_000, { a: 5000, b: 5000 });
  book.pay('1', 4000);
  step();
  book.forgive('1', 'b');
  step();
  book.pay('1', 1000);
  step();
  book.reverse('1', 4000);
  step();
  book.pay('1', 6000);
  step();
  expect(isDone()).toBe(true);
});

test('R22.9, R29.3: a loan is written off, and two recoveries come, of which one is taken back: vector V19', () => {
  const { book, step, isDone } = bookOf('V19');
  released(book, 9999, { a: 2500, b: 5000, c: 2499 });
  book.pay('1', 833);
  step();
  book.writeOff('1');
  step();
  book.pay('1', 1000);
  step();
  book.pay('1', 700);
  step();
  book.reverse('1', 1000);
  step();
  book.pay('1', 8466);
  step();
  expect(isDone()).toBe(true);
});

test('R20.8, R22.9, R30.1: the house takes a part over, another claim is given up, and a payment is taken back: vector V20', () => {
  const { book, step, isDone } = bookOf('V20');
  released(book, 9000, { a: 3000, b: 2501, c: 3499 });
  book.pay('1', 1000);
  step();
  book.post(['wallet:a:m', 'world:a', 333]);
  step();
  book.bounce('a', 3000);
  step();
  book.forgive('1', 'b');
  step();
  book.pay('1', 700);
  step();
  book.reverse('1', 1000);
  step();
  book.pay('1', 6076);
  step();
  book.takeDebtOver('a');
  step();
  expect(isDone()).toBe(true);
});
