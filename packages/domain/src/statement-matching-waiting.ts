import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { OpenItems } from './open-items.ts';
import type { Candidates, LoanNamed, MatchTarget, PendingPayment } from './statement-candidates.ts';
import type { StatementLine } from './statement-lines.ts';

/** A document in the books may be as many days from the value day of its line. */
const SAME_PAYMENT_DAYS = 3;

export function isNear(day: CalendarDate, { valueOn }: Pick<StatementLine, 'valueOn'>): boolean {
  return Math.abs(daysBetween(day, valueOn)) <= SAME_PAYMENT_DAYS;
}

/** The payments of a loan that wait, of the sum and the currency of a line. */
export function equalPending(
  { pending }: LoanNamed,
  { amount }: StatementLine,
  { account }: Candidates,
): readonly PendingPayment[] {
  return pending.filter((payment) => payment.currency === account.currency && payment.amount === amount);
}

/** The target as booking takes it: by the reference of a loan, the payment of this sum that waits near this day (R22.4). */
export function asBooked(
  target: MatchTarget | null,
  line: StatementLine,
  candidates: Candidates,
  { find }: Pick<OpenItems, 'find'>,
): MatchTarget | null {
  const loan = target?.kind === 'loan' ? find(target.reference) : undefined;
  if (loan?.kind !== 'loan') return target;
  const waiting = equalPending(loan, line, candidates).find(({ paidOn }) => isNear(paidOn, line));
  return waiting === undefined ? target : { kind: 'payment', id: waiting.id, loan: loan.reference };
}
