import { Imports } from '../../features/imports/imports.tsx';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page } from '../../ui/page.tsx';

/** People and draft proposals that staff bring along from a sheet (R31.5). */
export default function ImportsPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiImports}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('imports.page')}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <Imports mfiId={mfi.id} />
        </Page>
      )}
    </StaffOnly>
  );
}
