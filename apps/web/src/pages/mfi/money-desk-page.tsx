import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { OwnMoney } from '../../features/own-money/own-money.tsx';
import { MoneyDesk } from '../../features/statements/money-desk.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The statements, days and position of an office (R21, R24.7). */
export default function MoneyDeskPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiMoney}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('desk.page')}
          lead={t('desk.lead', { mfi: mfi.name })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <Stack gap="loose">
            <MoneyDesk mfiId={mfi.id} accountsHref={paths.mfiAccounts(mfi.name)} />
            <OwnMoney mfiId={mfi.id} />
          </Stack>
        </Page>
      )}
    </StaffOnly>
  );
}
