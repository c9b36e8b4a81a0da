import { addMonths, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import { HARDSHIP_NOTE_LENGTH_MAX, HARDSHIP_REASONS } from '@sathi/domain/hardships.ts';
import { dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { isFirstDueDay } from '@sathi/domain/plans.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { todayHere } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useSendOrKeep } from '../waiting/use-waiting.ts';
import { type HardshipDraft, type HardshipReason, REASON_WORDS } from './hardship-words.ts';

type Props = { proposal: ProposalDetails; draft: HardshipDraft; onSent: () => void; onClose: () => void };

/** The words and the offer of a borrower who cannot pay. Without a network they wait on the device and go out later. */
export default function HardshipDialog({ proposal, draft, onSent, onClose }: Props) {
  const { t } = useMoneyText();
  const client = useQueryClient();
  const [today] = useState(todayHere);
  const currency = proposal.local?.currency;
  const begun = currency === undefined ? draft.monthly : draft.localMonthly?.amount;
  // A change that is cancelled leaves what was said as it was (decision 34).
  const kept = useKeptValues(draft.reason === undefined ? `hardship.${proposal.id}` : null, {
    reason: (draft.reason ?? '') as HardshipReason | '',
    monthly: begun === undefined ? '' : String(begun),
    fromOn: (draft.fromOn ?? addMonths(today, 1)) as string,
    note: draft.note ?? '',
  });
  const form = useForm(kept.state, ({ reason, monthly, fromOn, note }) => ({
    reason: reason === '' && t('common.required'),
    monthly: readAmount(monthly) === null && t('hardship.monthlyProblem'),
    fromOn: !isFirstDueDay(fromOn as CalendarDate, today) && t('hardship.fromProblem'),
    note: lengthInCodePoints(note) > HARDSHIP_NOTE_LENGTH_MAX,
  }));
  const send = useSendOrKeep('askHardship', async (answer) => {
    toast.success(t(answer === null ? 'hardship.kept' : 'hardship.sent', { mfi: proposal.mfiName }));
    if (answer !== null) await client.invalidateQueries({ queryKey: queryKeys.hardships(proposal.id) });
    kept.forget();
    onSent();
  });
  const submit = () =>
    form.attempt(() => {
      const { reason, monthly, fromOn, note } = form.values;
      const sum = dollarsOf(readAmount(monthly) ?? ZERO_CENTS);
      const offer = currency === undefined ? { monthly: sum } : { localMonthly: { amount: sum.toFixed(2), currency } };
      if (reason === '') return;
      send.mutate({
        about: proposal.id,
        body: { proposalId: proposal.id, reason, fromOn, note: note.trim(), ...offer },
      });
    });
  return (
    <FormDialog
      title={t('hardship.button')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('hardship.send', { mfi: proposal.mfiName }) }}
    >
      <p>{t('hardship.lead', { mfi: proposal.mfiName })}</p>
      <SelectField
        {...form.field('reason')}
        label={t('hardship.reason')}
        options={[
          { value: '', label: t('hardship.choose') },
          ...HARDSHIP_REASONS.map((reason) => ({ value: reason, label: t(REASON_WORDS[reason]) })),
        ]}
      />
      <AmountField
        {...form.field('monthly')}
        label={t('hardship.monthly')}
        hint={t('hardship.monthlyHint')}
        currency={currency}
      />
      <DateField {...form.field('fromOn')} label={t('hardship.fromOn')} min={today} />
      <TextAreaField
        label={t('hardship.note', { mfi: proposal.mfiName })}
        maxLength={HARDSHIP_NOTE_LENGTH_MAX}
        {...form.field('note')}
      />
    </FormDialog>
  );
}
