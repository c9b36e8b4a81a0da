import type { CalendarDate } from './calendar-date.ts';
import { type Hidden, hideWhatOthersTell, type Relation, relationsOfRow, type Sum } from './figure-hiding.ts';
import type { Step } from './figure-steps.ts';
import type { MfiId } from './ids.ts';
import { type Cell, CELLS, UNTOLD } from './loan-figures.ts';

/** The figures of one institution, or null of all, and of one quarter of release, or null of all. */
export type KeptStep = { readonly mfiId: MfiId | null; readonly quarter: CalendarDate | null; readonly step: Step };

/** The figures as they are told: a sum, or one sum as a part of another. */
export const FIGURES = {
  loans: { of: 'loans' },
  lent: { of: 'lent' },
  repaid: { of: 'repaid' },
  outstanding: { of: 'outstanding' },
  par1: { of: 'late1', in: 'outstanding' },
  par30: { of: 'late30', in: 'outstanding' },
  par90: { of: 'late90', in: 'outstanding' },
  repaymentRate: { of: 'paidOfDue', in: 'due' },
  onTime: { of: 'onTime', in: 'judged' },
  changedPlan: { of: 'changedPlan' },
  defaulted: { of: 'defaulted' },
  writtenOff: { of: 'writtenOff' },
  forgiven: { of: 'forgiven' },
  daysToMoney: { of: 'daysToMoney' },
} as const satisfies Record<string, { readonly of: Cell; readonly in?: Cell }>;
export type Figure = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly Figure[];

export type FigureRow = {
  /** Null for the sum of all quarters. */
  readonly quarter: CalendarDate | null;
  readonly countedOn: CalendarDate;
  /** Null where it is hidden, and where there is nothing that it could be a part of. */
  readonly values: Readonly<Record<Figure, number | null>>;
  readonly hidden: Readonly<Partial<Record<Figure, 'few' | 'guarded'>>>;
};

/** Sorts before every quarter, the newest first. */
const SUM_FIRST = '9999';

type Row = KeptStep & { readonly sums: Map<Cell, Sum> };

/** The table of one institution, or of all: the sum, then the quarters, the newest first. What all tables together would tell is hidden. */
export function figureTable(steps: readonly KeptStep[], mfiId: MfiId | null): FigureRow[] {
  const rows = steps.map((kept) => ({ ...kept, sums: sumsOf(kept.step) }));
  hideWhatOthersTell([...rows.flatMap(({ sums }) => relationsOfRow(sums)), ...relationsBetween(rows)]);
  return rows
    .filter((row) => row.mfiId === mfiId)
    .toSorted((first, second) => ((first.quarter ?? SUM_FIRST) < (second.quarter ?? SUM_FIRST) ? 1 : -1))
    .map(told);
}

function sumsOf({ cells }: Step): Map<Cell, Sum> {
  return new Map(
    CELLS.map((cell) => {
      const { loans, hidden } = cells[cell];
      return [cell, { loans, hidden, isUntold: UNTOLD.has(cell) }];
    }),
  );
}

/** All quarters are the sum of the quarters, and all institutions that of the institutions. */
function relationsBetween(rows: readonly Row[]): Relation[] {
  return rows.flatMap((whole) => {
    const quarters = rows.filter((row) => row.mfiId === whole.mfiId && row.quarter !== null);
    const mfis = rows.filter((row) => row.quarter === whole.quarter && row.mfiId !== null);
    return [
      ...(whole.quarter === null ? relationsOf(whole, quarters) : []),
      ...(whole.mfiId === null ? relationsOf(whole, mfis) : []),
    ];
  });
}

function relationsOf(whole: Row, rows: readonly Row[]): Relation[] {
  return CELLS.filter((cell) => !UNTOLD.has(cell) && cell !== 'daysToMoney').map((cell) => {
    const parts = rows.map(({ sums }) => sums.get(cell)!);
    const all = whole.sums.get(cell)!;
    // The loans of quarters and institutions that have no row of their own.
    const rest = all.loans - parts.reduce((sum, { loans }) => sum + loans, 0);
    const untold: Sum = { loans: rest, isUntold: true, hidden: null };
    return { whole: all, parts: [...parts.toSorted((first, second) => first.loans - second.loans), untold] };
  });
}

function told({ quarter, step, sums }: Row): FigureRow {
  const values = {} as Record<Figure, number | null>;
  const hidden: Partial<Record<Figure, 'few' | 'guarded'>> = {};
  for (const name of FIGURE_NAMES) {
    const { of, in: whole } = { in: undefined, ...FIGURES[name] } as { of: Cell; in: Cell | undefined };
    const why: Hidden = sums.get(of)!.hidden ?? (whole && sums.get(whole)!.hidden) ?? null;
    values[name] = why === null ? valueOf(step, of, whole) : null;
    if (why !== null) hidden[name] = why;
  }
  return { quarter, countedOn: step.countedOn, values, hidden };
}

/** Shares in whole hundredths: an exact one would tell the sums behind it. */
function valueOf({ cells, daysToMoney }: Step, of: Cell, whole: Cell | undefined): number | null {
  if (of === 'daysToMoney') return daysToMoney;
  if (whole === undefined) return cells[of].amount;
  return cells[whole].amount === 0 ? null : Math.round((cells[of].amount / cells[whole].amount) * 100) / 100;
}
