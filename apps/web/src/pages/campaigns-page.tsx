import { Suspense, useEffect, useState } from 'react';
import dialogTexts from 'virtual:texts/features/campaigns/campaign-dialog.tsx';
import listTexts from 'virtual:texts/pages/managed-campaigns.tsx';
import { demo } from '../lib/demo-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { CardSkeletons } from '../ui/card-skeletons.tsx';
import { Page } from '../ui/page.tsx';
import { StaffOnly } from './staff-only.tsx';

const ManagedCampaigns = lazyPart(() => import('./managed-campaigns.tsx'), listTexts);
const CampaignDialog = lazyPart(() => import('../features/campaigns/campaign-dialog.tsx'), dialogTexts);

/** The campaigns of one MFI, for its staff (specification section 2). */
export default function CampaignsPage() {
  const { t, format } = useText();
  const [isAdding, setAdding] = useState(false);
  useEffect(() => ManagedCampaigns.preload(), []);
  return (
    <StaffOnly pathOf={paths.campaigns}>
      {(mfi, mfiSwitch) => (
        <Page
          title={t('campaigns.title')}
          lead={t('campaigns.lead', { mfi: format.isolate(mfi.name) })}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={
            <>
              {mfiSwitch}
              <Button {...demo('campaignAdd')} icon="plus" onClick={() => setAdding(true)}>
                {t('campaigns.add')}
              </Button>
            </>
          }
        >
          <Suspense fallback={<CardSkeletons count={3} />}>
            <ManagedCampaigns key={mfi.id} mfi={mfi} />
          </Suspense>
          {isAdding && (
            <Suspense fallback={null}>
              <CampaignDialog mfi={mfi} campaign={null} onClose={() => setAdding(false)} />
            </Suspense>
          )}
        </Page>
      )}
    </StaffOnly>
  );
}
