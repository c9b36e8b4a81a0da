import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { ManagedCampaigns } from './managed-campaigns.tsx';
import { CampaignDialog } from '../../features/campaigns/campaign-dialog.tsx';

/** The campaigns of one MFI, for its staff (specification section 2). */
export default function CampaignsPage() {
  const { t } = useText();
  const [isAdding, setAdding] = useState(false);
  return (
    <StaffOnly pathOf={paths.campaigns}>
      {(mfi, mfiSwitch) => (
        <Page
          title={t('campaigns.title')}
          lead={t('campaigns.lead', { mfi: mfi.name })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={
            <>
              {mfiSwitch}
              <Button {...help('campaignAdd')} icon="plus" onClick={() => setAdding(true)}>
                {t('campaigns.add')}
              </Button>
            </>
          }
        >
          <ManagedCampaigns key={mfi.id} mfi={mfi} />
          {isAdding && <CampaignDialog mfi={mfi} campaign={null} onClose={() => setAdding(false)} />}
        </Page>
      )}
    </StaffOnly>
  );
}
