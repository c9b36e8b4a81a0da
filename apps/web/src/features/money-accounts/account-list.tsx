import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountDialog } from './account-dialog.tsx';
import type { Account } from './account-draft.ts';
import { useAccountActs } from './use-account-acts.ts';

/** The accounts by which an institution is paid and pays (R19.6). */
export function AccountList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const accounts = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfiId), { mfiId });
  const acts = useAccountActs(mfiId);
  const [edited, setEdited] = useState<Account | 'new' | null>(null);
  const { rows } = accounts;
  const add = (
    <Button {...help('moneyAccount')} icon="plus" variant="quiet" onClick={() => setEdited('new')}>
      {t('accounts.add')}
    </Button>
  );
  return (
    <Panel title={t('accounts.title')} aside={rows && rows.length > 0 && add}>
      {acts.error && <FormError>{errorSentence(acts.error, t)}</FormError>}
      {rows?.length === 0 && (
        <EmptyState icon="bank" title={t('accounts.none')} text={t('accounts.noneText')} action={add} />
      )}
      {rows && rows.length > 0 && (
        <Stack>
          {rows.map((account) => (
            <AccountCard key={account.id} account={account} acts={acts} onChange={() => setEdited(account)} />
          ))}
          <MoreButton list={accounts} />
        </Stack>
      )}
      {!rows && (accounts.isError ? <ErrorState onRetry={accounts.retry} /> : <Skeleton shape="box" />)}
      {edited !== null && (
        <AccountDialog mfiId={mfiId} account={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}
