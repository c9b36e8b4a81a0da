import { type CalendarDate, daysBetween } from '@sathi/domain/calendar-date.ts';
import { dollarsOf } from '@sathi/domain/money.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { daysSinceDue, instalmentsOf, nextDue, openCents, openLocal } from './instalments.ts';
import { useHowToPay } from './use-how-to-pay.ts';

/** The first month that still needs money: how much, and when or how late. Undefined when all is paid or waits. */
export function useNextInstalment(proposal: ProposalDetails) {
  const { t, format } = useText();
  // UTC until the MFI is known, on the server and in the browser alike.
  const timeZone = useMfi(proposal.mfiName).data?.timeZone ?? 'UTC';
  const next = nextDue(instalmentsOf(proposal));
  // The server says how much local money the waiting payments count for.
  const asked = useHowToPay(proposal.local && next && next.pendingCents > 0 ? proposal : undefined);
  if (!next) return undefined;
  // Money that is with the office is no lateness of the borrower (R22.2).
  const isLate = next.state === 'late' && proposal.paymentWaiting === null;
  const daysLate = daysSinceDue(proposal, next.dueOn);
  const open = openLocal(next);
  const local = open === null ? (asked?.local ?? null) : { amount: open, currency: proposal.local?.currency ?? 'USD' };
  return {
    isLate,
    amount: localFirst(local, dollarsOf(openCents(next)), format),
    when: isLate
      ? format.joined([t('proposal.daysLate', { count: daysLate }), format.date(next.dueOn)])
      : format.daysAndDay(daysUntil(next.dueOn, timeZone), next.dueOn),
  };
}

function daysUntil(dueOn: string, timeZone: string): number {
  return daysBetween(todayIn(timeZone), dueOn as CalendarDate);
}

/** Late is not said while payments that wait for approval cover the late months, for a week as far as that is told. */
export function LateBadge({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const { paymentWaiting, pendingAmount, localPending, loanReference } = proposal;
  // The owner and the staff, who are told the reference, are told of each payment that waits for less than seven days (R22.2).
  const hasWaitedLong = loanReference !== null && paymentWaiting === null;
  const next = nextDue(instalmentsOf(proposal));
  if (proposal.repaymentState === 'defaulted') {
    return (
      <Badge tone="warm" icon="alert-circle">
        {t(proposal.closedReason === 'written_off' ? 'proposal.writtenOff' : 'proposal.defaulted')}
      </Badge>
    );
  }
  if (proposal.repaymentState !== 'late') return null;
  if (paymentWaiting !== null || (next?.state !== 'late' && !hasWaitedLong)) {
    const waiting = paymentWaiting?.amount ?? pendingAmount;
    const local = waiting === pendingAmount ? localPending : null;
    return (
      <Badge tone="info" icon="clock">
        {t('money.waiting', { amount: localFirst(local, waiting, format) })}
      </Badge>
    );
  }
  return (
    <Badge tone="warm" icon="clock">
      {t('proposal.daysLate', {
        count: next?.state === 'late' ? daysSinceDue(proposal, next.dueOn) : proposal.daysLate,
      })}
    </Badge>
  );
}
