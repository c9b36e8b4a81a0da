import { type CalendarDate, parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { previewStart, repaymentSchedule } from '@sathi/domain/repayments.ts';
import { dollarsOf } from '@sathi/domain/money.ts';
import { localAmount } from '../../../lib/local-amount.ts';
import { useText } from '../../../lib/text.tsx';
import { monthAndYear, todayIn, useFirstDueAfterMonths, useMfiTimeZone } from '../../../lib/time.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './plan-preview.module.css';
import { draftAmount, draftMonths, draftProblems, type ProposalDraft } from './proposal-draft.ts';

type Props = { draft: ProposalDraft; currency: string | undefined; mfiName?: string };

/** "About $8.33 a month until May 2027", as soon as amount and months make sense (R8.4). */
export function PlanPreview({ draft, currency = 'USD', mfiName }: Props) {
  const { t, format } = useText();
  const today = todayIn(useMfiTimeZone(mfiName));
  const plan = previewOf(draft, today, useFirstDueAfterMonths(mfiName));
  const first = plan[0];
  const last = plan.at(-1);
  return (
    <p className={styles.preview} aria-live="polite">
      <Icon name="calendar" />
      {first && last
        ? t(plan.length === 1 ? 'proposal.planOnce' : 'proposal.planMonthly', {
            amount: localAmount({ amount: dollarsOf(first.amountCents).toFixed(2), currency }, format),
            month: monthAndYear(last.dueOn, format),
          })
        : t('proposal.planUnknown')}
    </p>
  );
}

function previewOf(draft: ProposalDraft, today: CalendarDate, firstDueAfterMonths: number) {
  const { amount, monthsToRepay } = draftProblems(draft);
  if (amount || monthsToRepay) return [];
  return repaymentSchedule({
    amountCents: draftAmount(draft)!,
    months: draftMonths(draft)!,
    startOn: previewStart(parseCalendarDate(draft.startDate) ?? today, today),
    firstDueAfterMonths,
  });
}
