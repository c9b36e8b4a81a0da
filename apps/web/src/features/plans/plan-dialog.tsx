import { addMonths, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { isFirstDueDay, PLAN_MONTHS_MAX, planNeedsTwo, type PlanState } from '@sathi/domain/plans.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { type MoneyTextKey, useMoneyText } from '../../lib/text.tsx';
import { todayHere } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { eachMonth } from './each-month.ts';
import type { Hardship } from './hardship-words.ts';

type Props = {
  proposal: ProposalDetails;
  /** The offer of a borrower who cannot pay; the plan begins with it. */
  offer?: Pick<Hardship, 'monthly' | 'fromOn'>;
  onClose: () => void;
};

/**
 * Staff propose new months for what is outstanding; the borrower decides, unless the plan asks no more than they
 * offered (R28.2).
 */
export default function PlanDialog({ proposal, offer, onClose }: Props) {
  const { t, format } = useMoneyText();
  const [today] = useState(todayHere);
  // Another offer begins another plan.
  const kept = useKeptValues(['plan', proposal.id, offer?.monthly, offer?.fromOn].join('.'), {
    months: offer ? offeredMonths(proposal.outstandingAmount, offer.monthly) : '',
    firstDueOn: (offer?.fromOn ?? addMonths(today, 1)) as string,
    reason: '',
  });
  const form = useForm(kept.state, ({ months, firstDueOn, reason }) => ({
    months: monthsOf(months) === null && t('plans.monthsProblem'),
    firstDueOn: !isFirstDueDay(firstDueOn as CalendarDate, today) && t('plans.firstDueProblem'),
    reason: requiredWords(t, reason),
  }));
  const { firstDueOn, reason } = form.values;
  const months = monthsOf(form.values.months);
  const send = useSend('enterPlan', {
    invalidates: [
      queryKeys.planChanges(proposal.id),
      queryKeys.hardships(proposal.id),
      queryKeys.proposal(proposal.id),
      queryKeys.mfiQueues(proposal.mfiName),
    ],
    onSuccess: ({ state }) => {
      toast.success(t(PROPOSED[state] ?? 'plans.proposed'));
      kept.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() =>
      send.mutate({
        query: { proposalId: proposal.id },
        body: { months: months ?? 0, firstDueOn, reason: reason.trim() },
      }),
    );
  const each = months && eachMonth(proposal, months, format);
  return (
    <FormDialog
      title={t('plans.propose')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('plans.proposeSubmit') }}
    >
      <p>{t('plans.lead', { amount: localFirst(proposal.localOutstanding, proposal.outstandingAmount, format) })}</p>
      <TextField
        {...form.field('months')}
        label={t('plans.months')}
        hint={each ? t('plans.each', { amount: each }) : undefined}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
      />
      {months !== null && planNeedsTwo(months, proposal.monthsToRepay) && <p>{t('plans.needsTwo')}</p>}
      <DateField {...form.field('firstDueOn')} label={t('plans.firstDueOn')} min={today} />
      <TextAreaField
        label={t('plans.reason')}
        hint={t('plans.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

const PROPOSED: Partial<Record<PlanState, MoneyTextKey>> = {
  entered: 'plans.proposedToStaff',
  accepted: 'plans.inForce',
};

/**
 * The fewest months in which no month asks more than `monthly`, as a field holds them. Empty when nothing was offered,
 * or when it takes more than {@link PLAN_MONTHS_MAX} months.
 */
function offeredMonths(outstanding: number, monthly: number): string {
  const months = Math.ceil(outstanding / monthly);
  return months <= PLAN_MONTHS_MAX ? String(months) : '';
}

function monthsOf(typed: string): number | null {
  const plain = plainNumber(typed);
  const months = /^\d{1,2}$/.test(plain) ? Number(plain) : 0;
  return months >= 1 && months <= PLAN_MONTHS_MAX ? months : null;
}
