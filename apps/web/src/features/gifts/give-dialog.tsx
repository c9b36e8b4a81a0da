import { type Cents, cents, centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { problemOfCredit } from '../../lib/credit-amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type HeldCredit, useCampaignOptions } from './use-campaign-options.ts';

type Props = { credit: HeldCredit; onClose: () => void };

/** Credit is given away for ever, to the institution or to one of its campaigns (R25.7). */
export function GiveDialog({ credit, onClose }: Props) {
  const text = useMoneyText();
  const { t, format } = text;
  const formId = useId();
  const { mfiId, mfiName: mfi } = credit;
  const mostCents = centsOfDollars(credit.amount);
  const money = (amount: Cents) => format.money(dollarsOf(amount));
  const send = useMoneySend('giveCredit', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.portfolio, queryKeys.orders],
    onSuccess: ({ amount }) => {
      toast.success(t('credit.given', { amount: format.money(amount), mfi }));
      onClose();
    },
  });
  const form = useReviewedForm(
    useState({ amount: '', to: '' }),
    ({ amount }) => ({ amount: problemOfCredit(amount, { mostCents }, text) }),
    send,
  );
  const options = [{ value: '', label: t('credit.giveAny', { mfi }) }, ...useCampaignOptions(credit)];
  const { amount, to } = form.values;
  const givenCents = readAmount(amount) ?? ZERO_CENTS;
  const refusal = send.error && errorSentence(send.error, t);
  const lead = t('credit.giveLead', { credit: money(mostCents) });
  const words = [lead, t('credit.amount'), t('credit.giveTo')];
  return (
    <ReviewedDialog
      title={t('credit.giveTitle', { mfi })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : (refusal ?? undefined)}>
          <ListenButton text={words.join('\n')} />
          <p>{lead}</p>
          <AmountField {...form.field('amount')} label={t('credit.amount')} />
          <SelectField
            label={t('credit.giveTo')}
            value={to}
            onValueChange={(value) => form.set({ to: value })}
            options={options}
          />
        </Form>
      }
      review={
        <MoneyReview
          rows={[
            { label: t('credit.giveTo'), value: options.find(({ value }) => value === to)?.label ?? mfi },
            { label: t('credit.amount'), value: money(givenCents) },
            { label: t('payIn.creditAfter'), value: money(cents(mostCents - givenCents)) },
          ]}
          refusal={refusal ?? null}
        />
      }
      reviewed={form}
      confirm={t('credit.giveSubmit', { amount: money(givenCents) })}
      onConfirm={() =>
        send.mutate({ body: { mfiId, amount: dollarsOf(givenCents), ...(to !== '' && { campaignId: to }) } })
      }
    />
  );
}
