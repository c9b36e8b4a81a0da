import { type Cell, UNTOLD } from './loan-figures.ts';

/** A sum of fewer loans than these is told to nobody, because each loan has a name (R32.1). */
export const FEWEST_LOANS = 5;

export function isFew(loans: number): boolean {
  return loans > 0 && loans < FEWEST_LOANS;
}

/** `few`: of fewer than five loans. `guarded`: others, or another day, would tell a sum of fewer than five. */
export type Hidden = 'few' | 'guarded' | null;
export type CellState = { readonly loans: number; readonly hidden: Hidden };

/** One sum while it is decided what of it is told. Untold ones are never printed; what others tell of them counts. */
export type Sum = { readonly loans: number; readonly isUntold: boolean; hidden: Hidden };

/** The whole is the sum of its parts. What has to go besides goes from the first part on. */
export type Relation = {
  readonly whole: Sum;
  readonly parts: readonly Sum[];
  /** One loan can be in several parts. */
  readonly overlaps?: true;
};

/** The sums that are added up within one row. */
const OF_ROW: readonly { readonly whole: Cell; readonly parts: readonly Cell[]; readonly overlaps?: true }[] = [
  { whole: 'lent', parts: ['writtenOff', 'forgiven', 'repaid', 'outstanding'], overlaps: true },
  { whole: 'outstanding', parts: ['late1', 'notLate'] },
  { whole: 'outstanding', parts: ['late30', 'notLate30'] },
  { whole: 'outstanding', parts: ['late90', 'notLate90'] },
  { whole: 'late1', parts: ['late30', 'late1To30'] },
  { whole: 'late1', parts: ['late90', 'late1To90'] },
  { whole: 'late30', parts: ['late90', 'late31To90'] },
  { whole: 'due', parts: ['paidOfDue', 'unpaidOfDue'], overlaps: true },
  { whole: 'judged', parts: ['onTime', 'notOnTime'] },
  { whole: 'loans', parts: ['changedPlan', 'firstPlan'] },
  { whole: 'loans', parts: ['defaulted', 'notDefaulted'] },
];

/** Hides in one row what its other cells would tell. */
export function hideCells(states: Map<Cell, CellState>): void {
  const sums = new Map(
    [...states].map(([cell, { loans, hidden }]) => [cell, { loans, hidden, isUntold: UNTOLD.has(cell) } as Sum]),
  );
  hideWhatOthersTell(relationsOfRow(sums));
  for (const [cell, { loans, hidden }] of sums) states.set(cell, { loans, hidden });
}

export function relationsOfRow(sums: ReadonlyMap<Cell, Sum>): Relation[] {
  return OF_ROW.map(({ whole, parts, ...rest }) => ({
    ...rest,
    whole: sums.get(whole)!,
    parts: parts.map((part) => sums.get(part)!),
  }));
}

/** Hides until no relation tells a sum that is hidden, nor one of fewer than five loans. Each round hides one more, or is the last. */
export function hideWhatOthersTell(relations: readonly Relation[]): void {
  let isDone = false;
  while (!isDone) {
    isDone = true;
    for (const relation of relations) {
      const next = tells(relation) ? nextToHide(relation) : undefined;
      if (next === undefined) continue;
      next.hidden = 'guarded';
      isDone = false;
    }
  }
}

function tells({ whole, parts, overlaps }: Relation): boolean {
  const unknown = parts.filter(isUnknown);
  if (whole.hidden !== null) return unknown.length === 0;
  if (unknown.length === 0) return false;
  const loans = unknown.map((part) => part.loans);
  // All of them together are the whole, which is told.
  const isWhole = unknown.length > 1 && unknown.length === parts.filter((part) => part.loans > 0).length;
  if (isWhole) return false;
  if (unknown.length === 1) return unknown[0]!.hidden !== null || isFew(unknown[0]!.loans);
  return isFew(overlaps ? Math.max(...loans) : loans.reduce((sum, count) => sum + count, 0));
}

function isUnknown({ loans, isUntold, hidden }: Sum): boolean {
  return hidden !== null || (isUntold && loans > 0);
}

function nextToHide({ whole, parts }: Relation): Sum | undefined {
  return [...parts, whole].find(({ loans, isUntold, hidden }) => !isUntold && hidden === null && loans > 0);
}
