import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { BatchList } from '../../features/withdrawals/batch-list.tsx';
import { PastRequests } from '../../features/withdrawals/past-requests.tsx';
import { PayoutDesk } from '../../features/withdrawals/payout-desk.tsx';
import { StoppedPayouts } from '../../features/withdrawals/stopped-payouts.tsx';

/** The money that an office sends: requests, batches, and the people to whom nothing is sent (R25). */
export default function PayoutsPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiPayouts}>
      {(mfi, mfiSwitch) => (
        <Page
          title={t('payouts.page')}
          lead={t('batches.lead')}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <Stack key={mfi.id} gap="loose">
            <PayoutDesk mfi={mfi} />
            <BatchList mfiId={mfi.id} />
            <PastRequests mfi={mfi} />
            <Panel title={t('payouts.title')}>
              <p>{t('payouts.pageLead')}</p>
              <StoppedPayouts mfiId={mfi.id} />
            </Panel>
          </Stack>
        </Page>
      )}
    </StaffOnly>
  );
}
