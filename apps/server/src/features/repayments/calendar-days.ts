import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { filledBy } from '@sathi/domain/local-plan.ts';
import { subtractCents } from '@sathi/domain/money.ts';
import { instalmentProgress } from '@sathi/domain/repayments.ts';
import type { Language } from '../../http/language.ts';
import { formatLocal, formatUsd, pageText } from '../../http/sentences.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import type { CalendarDay } from './calendar-file.ts';
import type { StoredInstalment } from './instalments.repository.ts';
import { localPlanOf } from './local-loans.repository.ts';
import type { PaymentReader } from './payment-answers.ts';

type Asked = {
  readonly proposal: ProposalRow;
  readonly instalments: readonly StoredInstalment[];
  /** The sum for which the approved payments count, in the money of a loan that has its own. */
  readonly countedMinor: Minor;
  readonly reader: PaymentReader;
  readonly language: Language;
  readonly origin: string;
  readonly now: Date;
};

/**
 * The due days of a loan, in its own money for owner and staff (R23.7). A day that is paid is over, also when it is
 * still to come.
 */
export function calendarDays(asked: Asked): CalendarDay[] {
  const { proposal, instalments, countedMinor, reader, language, origin, now } = asked;
  const { id, title, repaidCents, mfi } = proposal;
  const isOwner = reader === 'owner';
  const local = reader === 'backer' ? null : proposal.local;
  const plan = localPlanOf(instalments);
  const filled = filledBy(plan, countedMinor);
  const progress = instalmentProgress(instalments, repaidCents, calendarDateIn(mfi.timeZone, now), 0);
  return progress.map(({ number, dueOn, amountCents, paidCents, state }, index) => {
    const isOver = state === 'paid';
    const openMinor = ((plan[index]?.local ?? 0) - (isOver ? 0 : (filled[index] ?? 0))) as Minor;
    const amount = local
      ? formatLocal(language, { amount: openMinor, currency: local.currency })
      : formatUsd(language, isOver ? amountCents : subtractCents(amountCents, paidCents));
    return {
      id: `instalment-${id}-${number}@${new URL(origin).hostname}`,
      day: dueOn,
      title: pageText(language, isOwner ? 'calendar.pay' : 'calendar.expected', { amount, title }),
      text: pageText(language, 'calendar.text'),
      url: `${origin}/App/proposal?id=${id}`,
      isOver,
      rings: isOwner,
    };
  });
}
