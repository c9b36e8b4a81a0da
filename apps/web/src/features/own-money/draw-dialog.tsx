import { centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { mfiId: string; position: DataOf<'findPosition'>; onClose: () => void };

/** Money that came home to the institution has left one of its accounts (R19.8). */
export default function DrawDialog({ mfiId, position, onClose }: Props) {
  const { t, format } = useStaffText();
  const formId = useId();
  const { credit } = position.house;
  const send = useMoneySend('drawOwnMoney', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.desk(mfiId)],
    onSuccess: ({ amount }) => {
      toast.success(t('own.drawn', { amount: format.money(amount) }));
      onClose();
    },
  });
  const form = useReviewedForm(
    useState({ amount: String(credit), accountId: position.accounts[0]?.accountId ?? '', reference: '' }),
    ({ amount, reference }) => {
      const typed = readAmount(amount);
      return {
        amount:
          typed === null || typed === 0
            ? t('money.amountMalformed')
            : typed > centsOfDollars(credit) && t('gifts.above', { amount: format.money(credit) }),
        reference: reference.trim() === '' && t('common.required'),
      };
    },
    send,
  );
  const { amount, accountId, reference } = form.values;
  const drawn = dollarsOf(readAmount(amount) ?? ZERO_CENTS);
  const account = position.accounts.find((one) => one.accountId === accountId);
  const refusal = send.error && errorSentence(send.error, t);
  return (
    <ReviewedDialog
      title={t('own.draw')}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : (refusal ?? undefined)}>
          <p>{t('own.drawLead')}</p>
          <AmountField {...form.field('amount')} label={t('gifts.amount')} />
          <SelectField
            label={t('desk.account')}
            value={accountId}
            onValueChange={(id) => form.set({ accountId: id })}
            options={position.accounts.map((one) => ({ value: one.accountId, label: one.label }))}
          />
          <TextField {...form.field('reference')} label={t('own.reference')} />
        </Form>
      }
      review={
        <MoneyReview
          rows={[
            { label: t('gifts.amount'), value: format.money(drawn) },
            { label: t('desk.account'), value: account?.label },
            { label: t('own.reference'), value: reference.trim() },
          ]}
          refusal={refusal ?? null}
        />
      }
      reviewed={form}
      confirm={t('own.draw')}
      onConfirm={() =>
        send.mutate({ query: { mfiId }, body: { amount: drawn, accountId, reference: reference.trim() } })
      }
    />
  );
}
