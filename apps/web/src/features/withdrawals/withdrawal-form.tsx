import { WITHDRAWAL_METHODS, type WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { METHODS, type WithdrawalDetails } from './withdrawal-details.ts';

type Props = {
  formId: string;
  proposal: ProposalSummary;
  details: WithdrawalDetails;
  onChange: (change: Partial<WithdrawalDetails>) => void;
  attempted: boolean;
  onSubmit: () => void;
};

export function WithdrawalForm({ formId, proposal, details, onChange, attempted, onSubmit }: Props) {
  const { t, format } = useText();
  const { words, hasBank, hasBranch } = METHODS[details.method];
  const missing = (text: string) => (attempted && text.trim() === '' ? t('common.required') : undefined);
  return (
    <Form id={formId} onSubmit={onSubmit}>
      <p>
        {t('money.withdraw.explanation', {
          amount: t('money.usd', { amount: format.money(proposal.fundedAmount) }),
          mfi: format.isolate(proposal.mfiName),
        })}
      </p>
      <SelectField
        label={t('money.withdraw.method')}
        value={details.method}
        onValueChange={(method) => onChange({ method: method as WithdrawalMethod })}
        options={WITHDRAWAL_METHODS.map((method) => ({ value: method, label: t(METHODS[method].words.name) }))}
      />
      <TextField
        label={t(words.accountName)}
        name="accountName"
        error={missing(details.accountName)}
        value={details.accountName}
        onValueChange={(accountName) => onChange({ accountName })}
      />
      <TextField
        label={t(words.accountNumber)}
        name="accountNumber"
        dir="ltr"
        autoComplete="off"
        hint={t(words.numberHint)}
        error={missing(details.accountNumber)}
        value={details.accountNumber}
        onValueChange={(accountNumber) => onChange({ accountNumber })}
      />
      {hasBank && (
        <TextField
          label={t('money.withdraw.bankName')}
          name="bankName"
          error={missing(details.bankName)}
          value={details.bankName}
          onValueChange={(bankName) => onChange({ bankName })}
        />
      )}
      {hasBranch && (
        <TextField
          label={t('money.withdraw.branch')}
          name="branch"
          optional
          value={details.branch}
          onValueChange={(branch) => onChange({ branch })}
        />
      )}
    </Form>
  );
}
