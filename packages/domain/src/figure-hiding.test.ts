import { expect, test } from 'vitest';
import { type CellState, hideCells, hideWhatOthersTell, isFew, type Sum } from './figure-hiding.ts';
import { type Cell, CELLS } from './loan-figures.ts';

/** The cells of a row of 40 loans, by the number of their loans; what is not named has none. */
function row(loans: Partial<Record<Cell, number>>): Map<Cell, CellState> {
  const { outstanding = 0, late1 = 0, late30 = 0, late90 = 0 } = loans;
  const late = {
    notLate: outstanding - late1,
    notLate30: outstanding - late30,
    notLate90: outstanding - late90,
    late1To30: late1 - late30,
    late1To90: late1 - late90,
    late31To90: late30 - late90,
  };
  const all = { loans: 40, lent: 40, firstPlan: 40, notDefaulted: 40, ...late, ...loans };
  return new Map(
    CELLS.map((cell) => {
      const count = all[cell as keyof typeof all] ?? 0;
      return [cell, { loans: count, hidden: isFew(count) ? 'few' : null }];
    }),
  );
}
const TOLD: readonly Cell[] = CELLS.slice(0, CELLS.indexOf('notLate'));
const hiddenOf = (states: Map<Cell, CellState>) => {
  hideCells(states);
  return Object.fromEntries(
    TOLD.flatMap((cell) => (states.get(cell)?.hidden ? [[cell, states.get(cell)!.hidden]] : [])),
  );
};
const sum = (loans: number, hidden: Sum['hidden'] = null): Sum => ({ loans, isUntold: false, hidden });

test('R32.1 a row without a small cell tells all, and none is not few', () => {
  expect(hiddenOf(row({ repaid: 40, outstanding: 30, late1: 5 }))).toEqual({});
  expect([0, 1, 4, 5].map(isFew)).toEqual([false, true, true, false]);
});

test('R32.1 what is forgiven on few loans is hidden, and with it the sum that would tell it', () => {
  expect(hiddenOf(row({ repaid: 40, outstanding: 30, forgiven: 2 }))).toEqual({
    forgiven: 'few',
    repaid: 'guarded',
  });
});

test('R32.1 the outstanding of few loans takes the repaid along, because lent less repaid would tell it', () => {
  expect(hiddenOf(row({ repaid: 40, outstanding: 3 }))).toEqual({ outstanding: 'few', repaid: 'guarded' });
});

test('R32.1 a cell is hidden where its rest is of few loans: late up to 30 days, or on the first plan', () => {
  const late = {
    repaid: 40,
    outstanding: 30,
    notLate: 15,
    notLate30: 17,
    notLate90: 30,
    late1: 15,
    late1To30: 2,
    late30: 13,
    late31To90: 13,
  };
  expect(hiddenOf(row(late))).toEqual({ late30: 'guarded' });
  expect(hiddenOf(row({ repaid: 40, outstanding: 40, changedPlan: 37, firstPlan: 3 }))).toEqual({
    changedPlan: 'guarded',
  });
});

test('R32.1 one hidden part of a sum takes another along, and two of few loans together a third', () => {
  const parts = [sum(3, 'few'), sum(8), sum(20)];
  hideWhatOthersTell([{ whole: sum(31), parts }]);
  expect(parts.map(({ hidden }) => hidden)).toEqual(['few', 'guarded', null]);
  const small = [sum(1, 'few'), sum(2, 'few'), sum(20)];
  hideWhatOthersTell([{ whole: sum(23), parts: small }]);
  expect(small.map(({ hidden }) => hidden)).toEqual(['few', 'few', 'guarded']);
  const enough = [sum(3, 'few'), sum(4, 'few'), sum(20)];
  hideWhatOthersTell([{ whole: sum(27), parts: enough }]);
  expect(enough.map(({ hidden }) => hidden)).toEqual(['few', 'few', null]);
});

test('R32.1 a whole is told beside parts that are all hidden, but not beside its only one', () => {
  const whole = sum(5);
  hideWhatOthersTell([{ whole, parts: [sum(4, 'few'), sum(4, 'few'), sum(0)], overlaps: true }]);
  expect(whole.hidden).toBeNull();
  hideWhatOthersTell([{ whole, parts: [sum(4, 'few'), sum(0)] }]);
  expect(whole.hidden).toBe('guarded');
});

test('R32.1 a whole that is hidden hides a part, and a whole goes where no part is left', () => {
  const part = sum(9);
  hideWhatOthersTell([{ whole: sum(9, 'guarded'), parts: [part] }]);
  expect(part.hidden).toBe('guarded');
  const whole = sum(3 + 0);
  hideWhatOthersTell([{ whole, parts: [sum(3, 'few'), sum(0)] }]);
  expect(whole.hidden).toBe('guarded');
});
