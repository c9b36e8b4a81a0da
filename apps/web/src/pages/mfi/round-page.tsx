import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { Round } from '../../features/tills/round.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { Page } from '../../ui/page.tsx';

/** The collection sheet of an officer, for a phone on the way (R22.5). */
export default function RoundPage() {
  const { t } = useStaffText();
  const { data: office } = useMfi();
  return (
    <StaffOnly pathOf={paths.mfiRound}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('round.page')}
          lead={t('round.lead')}
          width="reading"
          back={{ href: paths.mfiTills(mfi.name), label: t('tills.page') }}
          actions={mfiSwitch}
        >
          <Round mfi={{ ...mfi, timeZone: office?.timeZone ?? 'UTC' }} />
        </Page>
      )}
    </StaffOnly>
  );
}
