import { WITHDRAWAL_METHODS } from '@sathi/domain/withdrawals.ts';
import { useText } from '../../lib/text.tsx';
import type { FormState } from '../../lib/use-form.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { METHODS, type WithdrawalDetails } from './withdrawal-details.ts';

/** The place that money goes to: the way, and the name and number that stand there. */
export function DestinationFields({ form }: { form: Pick<FormState<WithdrawalDetails>, 'values' | 'field'> }) {
  const { t } = useText();
  const { words, hasBank, hasBranch } = METHODS[form.values.method];
  return (
    <>
      <SelectField
        label={t('money.withdraw.method')}
        {...form.field('method')}
        options={WITHDRAWAL_METHODS.map((method) => ({ value: method, label: t(METHODS[method].words.name) }))}
      />
      <TextField label={t(words.accountName)} name="accountName" {...form.field('accountName')} />
      <TextField
        label={t(words.accountNumber)}
        name="accountNumber"
        dir="ltr"
        autoComplete="off"
        hint={t(words.numberHint)}
        {...form.field('accountNumber')}
      />
      {hasBank && <TextField label={t('money.withdraw.bankName')} name="bankName" {...form.field('bankName')} />}
      {hasBranch && <TextField label={t('money.withdraw.branch')} name="branch" optional {...form.field('branch')} />}
    </>
  );
}
