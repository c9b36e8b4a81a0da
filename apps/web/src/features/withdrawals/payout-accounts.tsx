import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { accountWords, type PayoutAccount } from './payout-account.ts';
import { PayoutAccountDialog } from './payout-account-dialog.tsx';

/** The accounts that a person has their own money sent to (R25.1). */
export function PayoutAccounts() {
  const { t } = useMoneyText();
  const accounts = useList('listPayoutAccounts', queryKeys.payoutAccounts, {});
  const [isAdding, setAdding] = useState(false);
  const { rows } = accounts;
  const add = (
    <Button {...help('payoutAccount')} icon="plus" variant="quiet" onClick={() => setAdding(true)}>
      {t('payoutAccounts.add')}
    </Button>
  );
  return (
    <Panel title={t('payoutAccounts.title')} aside={rows && rows.length > 0 && add}>
      <p>{t('payoutAccounts.lead')}</p>
      {rows?.length === 0 && (
        <EmptyState icon="bank" title={t('payoutAccounts.none')} text={t('payoutAccounts.noneText')} action={add} />
      )}
      {rows && rows.length > 0 && <Kept accounts={rows} />}
      {!rows && (accounts.isError ? <ErrorState onRetry={accounts.retry} /> : <Skeleton shape="box" />)}
      {isAdding && <PayoutAccountDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Kept({ accounts }: { accounts: readonly PayoutAccount[] }) {
  const text = useMoneyText();
  const { t, format } = text;
  const ask = useConfirm();
  const send = useSend('removePayoutAccount', {
    invalidates: [queryKeys.payoutAccounts],
    onSuccess: () => toast.success(t('payoutAccounts.removed')),
  });
  const remove = async ({ id }: PayoutAccount) => {
    const yes = await ask({ message: t('payoutAccounts.removeQuestion'), yes: t('payoutAccounts.remove') });
    if (yes) send.mutate({ query: { id } });
  };
  return (
    <>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      <DataTable
        isDense
        caption={t('payoutAccounts.title')}
        rows={accounts}
        rowKey={({ id }) => id}
        columns={[
          { header: t('payoutAccounts.account'), cell: (account) => accountWords(account, text) },
          { header: t('money.withdraw.accountName'), cell: ({ accountName }) => <bdi>{accountName}</bdi> },
          {
            header: t('payoutAccounts.use'),
            cell: ({ state, usableFrom }) =>
              state === 'new' ? (
                <Badge tone="warm">{t('payoutAccounts.usableFrom', { date: format.dateTime(usableFrom) })}</Badge>
              ) : (
                <Badge tone="good">{t('payoutAccounts.usable')}</Badge>
              ),
          },
          {
            header: t('payoutAccounts.remove'),
            cell: (account) => (
              <Button
                {...help('payoutAccount')}
                small
                variant="quiet"
                aria-label={t('payoutAccounts.removeOf', { account: accountWords(account, text) })}
                busy={send.isPending}
                onClick={() => void remove(account)}
              >
                {t('payoutAccounts.remove')}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}
