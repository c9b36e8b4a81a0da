import { FreezeList } from '../../features/freezes/freeze-list.tsx';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page } from '../../ui/page.tsx';

/** The office’s list of people and proposals that are stopped (R34.7). */
export default function FreezesPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiFreezes}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('freeze.page')}
          lead={t('freeze.pageLead', { mfi: mfi.name })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <FreezeList mfiId={mfi.id} isManager={mfi.isManager} />
        </Page>
      )}
    </StaffOnly>
  );
}
