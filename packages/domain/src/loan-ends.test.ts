import { expect, test } from 'vitest';
import { LoanEndBook } from './test/loan-end-book.ts';
import { END_STORIES } from './test/loan-end-stories.ts';
import { stepsOf } from './test/money-stories.ts';

/** V18: a claim is given up; V19: a loan is written off, and two recoveries come; V20: the house takes a part over besides. */
test.each(Object.keys(END_STORIES))(
  'the rules give each step of vector %s to the cent (R20.8, R22.9, R29.3, R30.1)',
  async (name) => {
    const book = new LoanEndBook();
    const left = [...stepsOf(name)];
    await END_STORIES[name]?.(book, () => {
      const { balances, proposals } = left.shift() ?? {};
      expect(book.state).toEqual({ balances, proposals });
    });
    expect(left).toEqual([]);
  },
);
