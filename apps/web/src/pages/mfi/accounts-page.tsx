import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { AccountList } from '../../features/money-accounts/account-list.tsx';
import { RateList } from '../../features/rates/rate-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The accounts and the rates of an office (R19.6, R23.2). */
export default function AccountsPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiAccounts}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('accounts.page')}
          lead={t('accounts.lead', { mfi: mfi.name })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <Stack gap="loose">
            <AccountList mfiId={mfi.id} />
            <RateList mfiId={mfi.id} />
          </Stack>
        </Page>
      )}
    </StaffOnly>
  );
}
