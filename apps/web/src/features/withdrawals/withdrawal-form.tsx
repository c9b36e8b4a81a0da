import { useMoneyText } from '../../lib/text.tsx';
import type { FormState } from '../../lib/use-form.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Form } from '../../ui/form.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { requestSum } from './request-sum.ts';
import { DestinationFields } from './destination-fields.tsx';
import { PayoutsRest } from './payouts-rest.tsx';
import { accountWords, type PayoutAccount } from './payout-account.ts';
import { METHODS, type WithdrawalDetails } from './withdrawal-details.ts';

type Props = {
  formId: string;
  proposal: ProposalSummary;
  form: Pick<FormState<WithdrawalDetails>, 'values' | 'field' | 'set'>;
  /** The accounts that the owner keeps, and the one that is chosen among them. */
  accounts: readonly PayoutAccount[];
  account: PayoutAccount | undefined;
  onSubmit: () => void;
};

export function WithdrawalForm({ formId, proposal, form, accounts, account, onSubmit }: Props) {
  const text = useMoneyText();
  const { t, format } = text;
  const lead = t('money.withdraw.explanation', {
    amount: requestSum({ amount: proposal.fundedAmount, local: proposal.local }, text),
    mfi: proposal.mfiName,
  });
  const { words } = METHODS[form.values.method];
  const spoken = account
    ? [lead, t('payoutAccounts.sendTo'), accountWords(account, text)]
    : [
        lead,
        t('money.withdraw.newRests'),
        t('money.withdraw.method'),
        t(words.accountName),
        t(words.accountNumber),
        t(words.numberHint),
      ];
  return (
    <Form id={formId} onSubmit={onSubmit}>
      <ListenButton text={spoken.join('\n')} />
      <p>{lead}</p>
      <PayoutsRest />
      {accounts.length > 0 && (
        <SelectField
          label={t('payoutAccounts.sendTo')}
          value={account?.id ?? ''}
          onValueChange={(keptId) => form.set({ keptId })}
          options={[
            ...accounts.map((kept) => ({ value: kept.id, label: accountWords(kept, text) })),
            { value: '', label: t('payoutAccounts.otherAccount') },
          ]}
        />
      )}
      {account === undefined ? (
        <>
          <p>{t('money.withdraw.newRests')}</p>
          <DestinationFields form={form} />
        </>
      ) : (
        account.state === 'new' && <p>{t('payoutAccounts.keptRests', { date: format.dateTime(account.usableFrom) })}</p>
      )}
    </Form>
  );
}
