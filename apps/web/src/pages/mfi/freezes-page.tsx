import { FreezeList } from '../../features/freezes/freeze-list.tsx';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { Pauses } from '../../features/pauses/pauses.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The office’s list of people and proposals that are stopped (R34.7), and the pauses of whole places (R28.4). */
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
          <Stack>
            <FreezeList mfiId={mfi.id} />
            <Pauses mfiId={mfi.id} />
          </Stack>
        </Page>
      )}
    </StaffOnly>
  );
}
