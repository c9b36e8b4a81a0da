import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { AwaitedList } from '../../features/pay-ins/awaited-list.tsx';
import { ReceiptList } from '../../features/pay-ins/receipt-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The money that an office awaits of backers, and what came (R20.1, R20.6). */
export default function AwaitedPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiAwaited}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('awaited.page')}
          lead={t('awaited.lead', { mfi: mfi.name })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <Stack gap="loose">
            <AwaitedList mfiId={mfi.id} />
            <ReceiptList mfiId={mfi.id} />
          </Stack>
        </Page>
      )}
    </StaffOnly>
  );
}
