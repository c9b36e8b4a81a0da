import { CURRENCIES, type Currency } from '@sathi/domain/local-money.ts';
import { MONEY_ACCOUNT_KINDS, type MoneyAccountKind } from '@sathi/domain/money-accounts.ts';
import { useState } from 'react';
import type { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type Account, type AccountForm, bodyOf, draftOf, draftProblems } from './account-draft.ts';
import { InstructionFields } from './instruction-fields.tsx';

type Props = { mfiId: string; account: Account | null; onClose: () => void };

/** An account is entered, or a change of one, and waits for a second person (R19.6). */
export function AccountDialog({ mfiId, account, onClose }: Props) {
  const { t } = useStaffText();
  const done = {
    invalidates: [queryKeys.moneyAccounts(mfiId)],
    onSuccess: ({ state }: { state: 'entered' | 'approved' }) => {
      toast.success(t(state === 'entered' ? 'accounts.entered' : 'accounts.saved'));
      onClose();
    },
  };
  const enter = useSend('enterMoneyAccount', done);
  const change = useSend('changeMoneyAccount', done);
  const sending = account === null ? enter : change;
  const form = useForm(
    useState(() => draftOf(account)),
    (draft) => inWords(draftProblems(draft), (problem) => (problem ? t(problem) : '')),
    sending.error,
  );
  const submit = () =>
    form.attempt(() => {
      const body = bodyOf(form.values);
      if (account === null) enter.mutate({ query: { mfiId }, body });
      else change.mutate({ query: { mfiId, id: account.id }, body });
    });
  return (
    <FormDialog
      title={account === null ? t('accounts.add') : t('accounts.changeOf', { label: account.label })}
      onClose={onClose}
      onSubmit={submit}
      busy={sending.isPending}
      error={sending.error && !isAtField(sending.error) ? errorSentence(sending.error, t) : undefined}
      submit={{
        ...help('moneyAccount'),
        children: t(account === null ? 'accounts.addSubmit' : 'accounts.changeSubmit'),
      }}
    >
      <p>{t('accounts.dialogLead')}</p>
      {account === null && <NatureFields form={form} />}
      <PayeeFields form={form} />
      {form.values.kind !== 'till' && <InstructionFields form={form} />}
    </FormDialog>
  );
}

/** Problems that the server finds within a list or a language stand at no field of their own. */
function isAtField({ errors }: ApiError): boolean {
  return errors.length > 0 && errors.every(({ path }) => !path.includes('.'));
}

/** The parts that never change. */
function NatureFields({ form }: { form: AccountForm }) {
  const { t } = useStaffText();
  const { kind, currency } = form.values;
  return (
    <>
      <SelectField
        label={t('accounts.kind')}
        value={kind}
        onValueChange={(value) => form.set({ kind: value as MoneyAccountKind })}
        options={MONEY_ACCOUNT_KINDS.map((value) => ({ value, label: t(`accounts.kind.${value}`) }))}
      />
      <SelectField
        label={t('accounts.currency')}
        value={currency}
        onValueChange={(value) => form.set({ currency: value as Currency })}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

function PayeeFields({ form }: { form: AccountForm }) {
  const { t } = useStaffText();
  const { kind, currency, forPayIn, forPayOut } = form.values;
  const number = { dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <>
      <TextField {...form.field('label')} label={t('accounts.label')} autoComplete="off" />
      <TextField {...form.field('holder')} label={t('accounts.holder')} autoComplete="off" />
      <TextField {...form.field('number')} {...number} label={t('accounts.number')} />
      {kind === 'bank' && (
        <>
          <TextField {...form.field('bankName')} label={t('accounts.bankName')} autoComplete="off" optional />
          <TextField {...form.field('bic')} {...number} label={t('accounts.bic')} optional />
        </>
      )}
      {kind !== 'till' && (
        <>
          {currency === 'INR' && (
            <TextField {...form.field('upiId')} {...number} label={t('accounts.upiId')} optional />
          )}
          <TextField
            {...form.field('qrText')}
            {...number}
            label={t('accounts.qrText')}
            hint={t('accounts.qrHint')}
            optional
          />
          <TextField
            {...form.field('feeWords')}
            label={t('accounts.feeWords')}
            hint={t('accounts.feeWordsHint')}
            optional
          />
          <CheckboxField
            label={t('accounts.forPayIn')}
            checked={forPayIn}
            onCheckedChange={(checked) => form.set({ forPayIn: checked })}
          />
          <CheckboxField
            label={t('accounts.forPayOut')}
            checked={forPayOut}
            onCheckedChange={(checked) => form.set({ forPayOut: checked })}
          />
        </>
      )}
    </>
  );
}
