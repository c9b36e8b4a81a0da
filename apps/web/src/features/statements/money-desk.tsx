import { lazy, Suspense, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DaysPanel } from './days-panel.tsx';
import { HandIn } from './hand-in.tsx';
import { LinesPanel } from './lines-panel.tsx';

const PositionPanel = lazy(() => import('./position-panel.tsx'));

/** The desk that leads from the bank's file to an agreed day, account by account (R21). */
export function MoneyDesk({ mfiId, accountsHref }: { mfiId: string; accountsHref: string }) {
  const { t, format } = useStaffText();
  const accounts = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfiId), { mfiId });
  const [chosen, setChosen] = useState<string | null>(null);
  // A till has no file (R21.12).
  const usable = accounts.rows?.filter(({ kind, state }) => kind !== 'till' && state === 'approved');
  const account = usable?.find(({ id }) => id === chosen) ?? usable?.[0];
  if (!usable) return accounts.isError ? <ErrorState onRetry={accounts.retry} /> : <Skeleton shape="box" />;
  if (account === undefined)
    return (
      <EmptyState
        icon="bank"
        title={t('desk.noAccount')}
        text={t('desk.noAccountText')}
        action={<LinkButton href={accountsHref}>{t('accounts.page')}</LinkButton>}
      />
    );
  return (
    <Stack gap="loose">
      {usable.length > 1 && (
        <SelectField
          label={t('desk.account')}
          value={account.id}
          onValueChange={setChosen}
          options={usable.map(({ id, label, currency }) => ({
            value: id,
            label: format.joined([label, currency]),
          }))}
        />
      )}
      <HandIn key={`hand ${account.id}`} mfiId={mfiId} account={account} />
      <LinesPanel key={`lines ${account.id}`} mfiId={mfiId} accountId={account.id} />
      <DaysPanel key={`days ${account.id}`} mfiId={mfiId} account={account} />
      <Suspense fallback={<Skeleton shape="box" />}>
        <PositionPanel mfiId={mfiId} />
      </Suspense>
    </Stack>
  );
}
