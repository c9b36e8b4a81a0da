import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { TillList } from '../../features/tills/till-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';

/** The cash that officers bring to the office, counted by two (R22.6). */
export default function TillsPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiTills}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('tills.page')}
          lead={t('tills.lead')}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={
            <>
              <LinkButton variant="quiet" icon="pin" href={paths.mfiRound(mfi.name)}>
                {t('round.page')}
              </LinkButton>
              {mfiSwitch}
            </>
          }
        >
          <TillList mfiId={mfi.id} />
        </Page>
      )}
    </StaffOnly>
  );
}
