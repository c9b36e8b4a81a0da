import { ReportQueue } from '../../features/reports/report-queue.tsx';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page } from '../../ui/page.tsx';

/** The office’s queue of what people reported (R34.6). */
export default function ReportsPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiReports}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('reports.page')}
          lead={t('reports.pageLead', { mfi: mfi.name })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <ReportQueue mfiId={mfi.id} />
        </Page>
      )}
    </StaffOnly>
  );
}
