import { type Cents, cents, centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type MoneyText, useMoneyText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { Order } from './use-orders.ts';

type Props = { order: Order; onClose: () => void };

/** Credit with an institution pays what is due there, because its owner says so (R20.6). */
export function PayWithCreditDialog({ order, onClose }: Props) {
  const text = useMoneyText();
  const { t, format } = text;
  const formId = useId();
  const { mfiId, mfiName } = order;
  const creditCents = centsOfDollars(order.credit);
  const dueCents = centsOfDollars(order.amountDue);
  const mostCents = cents(Math.min(creditCents, dueCents));
  const money = (amount: Cents) => format.money(dollarsOf(amount));
  const send = useMoneySend('payWithCredit', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.orders, queryKeys.portfolio],
    onSuccess: ({ settled }) => {
      const paid = settled.reduce((sum, { amount }) => sum + centsOfDollars(amount), 0);
      toast.success(t('payIn.creditDone', { amount: format.money(paid / 100) }));
      onClose();
    },
  });
  const form = useReviewedForm(
    useState({ amount: String(dollarsOf(mostCents)) }),
    ({ amount }) => ({ amount: problemOf(amount, mostCents, text) }),
    send,
  );
  const paidCents = readAmount(form.values.amount) ?? ZERO_CENTS;
  const refusal = send.error && errorSentence(send.error, t);
  const lead = t('payIn.creditLead', { mfi: mfiName, credit: money(creditCents), due: money(dueCents) });
  const words = [lead, t('payIn.creditAmount'), t('payIn.creditUpTo', { amount: money(mostCents) })];
  return (
    <ReviewedDialog
      title={t('payIn.payWithCreditAt', { mfi: mfiName })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : (refusal ?? undefined)}>
          <ListenButton text={words.join('\n')} />
          <p>{lead}</p>
          <AmountField
            {...form.field('amount')}
            label={t('payIn.creditAmount')}
            hint={t('payIn.creditUpTo', { amount: money(mostCents) })}
          />
        </Form>
      }
      review={
        <MoneyReview
          rows={[
            { label: t('payIn.fromCredit', { mfi: mfiName }), value: money(paidCents) },
            { label: t('payIn.creditLeft'), value: money(cents(dueCents - paidCents)) },
            { label: t('payIn.creditAfter'), value: money(cents(creditCents - paidCents)) },
          ]}
          refusal={refusal ?? null}
        />
      }
      reviewed={form}
      confirm={t('payIn.creditSubmit', { amount: money(paidCents) })}
      onConfirm={() => send.mutate({ body: { mfiId, amount: dollarsOf(paidCents) } })}
    />
  );
}

function problemOf(typed: string, mostCents: Cents, { t, format }: MoneyText): string | undefined {
  const amountCents = readAmount(typed);
  if (typed.trim() === '') return t('common.required');
  if (amountCents === null || amountCents === 0) return t('money.amountMalformed');
  return amountCents <= mostCents ? undefined : t('payIn.creditAbove', { amount: format.money(dollarsOf(mostCents)) });
}
