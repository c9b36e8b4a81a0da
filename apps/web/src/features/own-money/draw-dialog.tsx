import { centsOfDollars, dollarsOf } from '@sathi/domain/money.ts';
import { useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { mfiId: string; position: DataOf<'findPosition'>; onClose: () => void };

/** Money that came home to the institution has left one of its accounts (R19.8). */
export function DrawDialog({ mfiId, position, onClose }: Props) {
  const { t, format } = useStaffText();
  const { credit } = position.house;
  const send = useMoneySend('drawOwnMoney', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.desk(mfiId)],
    onSuccess: ({ amount }) => {
      toast.success(t('own.drawn', { amount: format.money(amount) }));
      onClose();
    },
  });
  const form = useForm(
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
  );
  const { amount, accountId, reference } = form.values;
  const submit = () =>
    send.mutate({
      query: { mfiId },
      body: { amount: dollarsOf(readAmount(amount) as never), accountId, reference: reference.trim() },
    });
  return (
    <FormDialog
      title={t('own.draw')}
      onClose={onClose}
      onSubmit={() => form.attempt(submit)}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('ownMoney'), children: t('own.draw') }}
    >
      <p>{t('own.drawLead')}</p>
      <AmountField {...form.field('amount')} label={t('gifts.amount')} />
      <SelectField
        label={t('desk.account')}
        value={accountId}
        onValueChange={(id) => form.set({ accountId: id })}
        options={position.accounts.map((account) => ({ value: account.accountId, label: account.label }))}
      />
      <TextField {...form.field('reference')} label={t('own.reference')} />
    </FormDialog>
  );
}
