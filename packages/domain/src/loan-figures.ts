import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { ProposalId } from './ids.ts';
import { type Cents, cents } from './money.ts';
import { type Instalment, instalmentProgress, latenessOf } from './repayments.ts';

type Sum = 'lent' | 'repaid' | 'forgiven' | 'sent' | 'writtenOff';

/**
 * The effect of each kind of journal on the figures of its loan, and the one place to say so. A kind that is not here does nothing:
 * a part that is taken over is owed as before.
 */
const EFFECTS: Readonly<Record<string, { readonly sum: Sum; readonly sign: 1 | -1 }>> = {
  backing: { sum: 'lent', sign: 1 },
  release: { sum: 'lent', sign: -1 },
  lapsed: { sum: 'lent', sign: -1 },
  cancelled: { sum: 'lent', sign: -1 },
  withdrawal_sent: { sum: 'sent', sign: 1 },
  withdrawal_failed: { sum: 'sent', sign: -1 },
  payment_approved: { sum: 'repaid', sign: 1 },
  payment_reversed: { sum: 'repaid', sign: -1 },
  forgiven: { sum: 'forgiven', sign: 1 },
  written_off: { sum: 'writtenOff', sign: 1 },
};
export const COUNTED_JOURNALS: readonly string[] = Object.keys(EFFECTS);

/** One journal about a loan. Days are those of its institution. */
export type LoanMove = {
  readonly kind: string;
  readonly on: CalendarDate;
  readonly amountCents: Cents;
  /** The day on which a repayment was paid (R22.2), also of one that is taken back; null for all else. */
  readonly paidOn: CalendarDate | null;
};

/** The plan of a loan from a day on. */
export type PlanVersion = {
  readonly fromOn: CalendarDate;
  readonly change: 'in_time' | 'late' | null;
  readonly graceDays: number;
  readonly instalments: readonly Instalment[];
};

/** The rows about a released loan that are only ever added to: they tell how it stood on any day. */
export type LoanFacts = {
  readonly proposalId: ProposalId;
  readonly releasedOn: CalendarDate;
  /** The day on which its release was undone (R31.3); null while it stands. */
  readonly undoneOn: CalendarDate | null;
  readonly publishedOn: CalendarDate | null;
  readonly defaultedOn: CalendarDate | null;
  /** Oldest first. */
  readonly moves: readonly LoanMove[];
  /** Oldest first. */
  readonly plans: readonly PlanVersion[];
};

/**
 * The sums that are counted, each over the loans to which it is not zero. Those in {@link UNTOLD} are what two others would
 * tell; nobody is told them by themselves.
 */
export const CELLS = [
  'loans',
  'lent',
  'repaid',
  'outstanding',
  'writtenOff',
  'forgiven',
  'late1',
  'late30',
  'late90',
  'due',
  'paidOfDue',
  'judged',
  'onTime',
  'changedPlan',
  'defaulted',
  'daysToMoney',
  'notLate',
  'notLate30',
  'notLate90',
  'late1To30',
  'late1To90',
  'late31To90',
  'unpaidOfDue',
  'notOnTime',
  'firstPlan',
  'notDefaulted',
] as const;
export type Cell = (typeof CELLS)[number];
export const UNTOLD: ReadonlySet<Cell> = new Set<Cell>([
  'notLate',
  'notLate30',
  'notLate90',
  'late1To30',
  'late1To90',
  'late31To90',
  'unpaidOfDue',
  'notOnTime',
  'firstPlan',
  'notDefaulted',
]);

/** How one loan stood at the end of a day: what it adds to each cell. Money in cents, the rest in loans. */
export type LoanOnDay = Readonly<Record<Cell, number>>;

/** How a loan stood at the end of a day; null before its money was released (R32.1), and once that is undone. */
export function loanOn(facts: LoanFacts, day: CalendarDate): LoanOnDay | null {
  if (facts.releasedOn > day || (facts.undoneOn !== null && facts.undoneOn <= day)) return null;
  const moves = facts.moves.filter(({ on }) => on <= day);
  const sums = sumsOf(moves);
  const rest = sums.lent - sums.repaid - sums.forgiven;
  // The whole rest is written off at once, and what comes after that lessens it (R29.3).
  const outstanding = sums.writtenOff > 0 ? 0 : rest;
  const plan = facts.plans.findLast(({ fromOn }) => fromOn <= day) ?? facts.plans[0];
  const isDefaulted = facts.defaultedOn !== null && facts.defaultedOn <= day;
  return {
    loans: 1,
    lent: sums.lent,
    repaid: sums.repaid,
    outstanding,
    writtenOff: rest - outstanding,
    forgiven: sums.forgiven,
    ...lateCells(plan, { repaid: sums.repaid, outstanding, day }),
    ...dueCells(plan, sums.repaid, day),
    ...punctualityCells(plan, moves, day),
    changedPlan: plan?.change ? 1 : 0,
    firstPlan: plan?.change ? 0 : 1,
    defaulted: isDefaulted ? 1 : 0,
    notDefaulted: isDefaulted ? 0 : 1,
    // One more than the days, so that money on the same day counts as well.
    daysToMoney: (daysToMoney(facts, day) ?? -1) + 1,
  };
}

function sumsOf(moves: readonly LoanMove[]): Record<Sum, number> {
  const sums: Record<Sum, number> = { lent: 0, repaid: 0, forgiven: 0, sent: 0, writtenOff: 0 };
  for (const { kind, amountCents } of moves) {
    const effect = EFFECTS[kind];
    if (effect) sums[effect.sum] += effect.sign * amountCents;
  }
  return sums;
}

/**
 * The cells of lateness (R10.7): a loan is late from the day after the grace, and then as many days late as have passed
 * since the due day.
 */
function lateCells(
  plan: PlanVersion | undefined,
  { repaid, outstanding, day }: { repaid: number; outstanding: number; day: CalendarDate },
) {
  const progress = instalmentProgress(plan?.instalments ?? [], cents(repaid), day, plan?.graceDays ?? 0);
  const { daysLate } = latenessOf(progress, day);
  const over = (days: number): number => (daysLate > days ? outstanding : 0);
  return {
    notLate: outstanding - over(0),
    late1: over(0),
    notLate30: outstanding - over(30),
    notLate90: outstanding - over(90),
    late1To30: over(0) - over(30),
    late1To90: over(0) - over(90),
    late30: over(30),
    late31To90: over(30) - over(90),
    late90: over(90),
  };
}

function dueCells(plan: PlanVersion | undefined, repaid: number, day: CalendarDate) {
  const due = (plan?.instalments ?? [])
    .filter(({ dueOn }) => dueOn <= day)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const paidOfDue = Math.min(repaid, due);
  return { due, paidOfDue, unpaidOfDue: due - paidOfDue };
}

/** A loan is judged once the grace of an instalment is over; on a plan that was changed in time it is neither (R28.3). */
function punctualityCells(plan: PlanVersion | undefined, moves: readonly LoanMove[], day: CalendarDate) {
  const over = (plan?.instalments ?? []).filter(({ dueOn }) => daysBetween(dueOn, day) > (plan?.graceDays ?? 0));
  if (plan === undefined || plan.change === 'in_time' || over.length === 0)
    return { judged: 0, onTime: 0, notOnTime: 0 };
  const isOnTime = plan.change === null && wasOnTimeSoFar(over, moves, plan.graceDays);
  return { judged: 1, onTime: isOnTime ? 1 : 0, notOnTime: isOnTime ? 0 : 1 };
}

function wasOnTimeSoFar(over: readonly Instalment[], moves: readonly LoanMove[], graceDays: number): boolean {
  let dueCents = 0;
  return over.every(({ dueOn, amountCents }) => {
    dueCents += amountCents;
    const inTime = moves.filter(({ paidOn }) => paidOn !== null && daysBetween(dueOn, paidOn) <= graceDays);
    return sumsOf(inTime).repaid >= dueCents;
  });
}

/** The days from the publishing to the day on which the money was sent and stayed; null while it was not. */
export function daysToMoney({ publishedOn, moves }: LoanFacts, day: CalendarDate): number | null {
  const sendings = moves.filter(({ kind, on }) => on <= day && EFFECTS[kind]?.sum === 'sent');
  const last = sendings.at(-1);
  return publishedOn !== null && last?.kind === 'withdrawal_sent' ? daysBetween(publishedOn, last.on) : null;
}

/** The first day of the quarter of a day. */
export function quarterOf(day: CalendarDate): CalendarDate {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01` as CalendarDate;
}
