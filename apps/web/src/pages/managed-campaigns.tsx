import { Suspense, useState } from 'react';
import dialogTexts from 'virtual:texts/features/campaigns/campaign-dialog.tsx';
import writeTexts from 'virtual:texts/features/campaigns/write-dialog.tsx';
import sharingTexts from 'virtual:texts/pages/campaign-sharing.tsx';
import { CampaignCard, type CampaignDialogName } from '../features/campaigns/campaign-card.tsx';
import type { Campaign } from '../features/campaigns/campaign-draft.ts';
import { CampaignList } from '../features/campaigns/campaign-list.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';

const CampaignDialog = lazyPart(() => import('../features/campaigns/campaign-dialog.tsx'), dialogTexts);
const WriteDialog = lazyPart(() => import('../features/campaigns/write-dialog.tsx'), writeTexts);
const CampaignSharing = lazyPart(() => import('./campaign-sharing.tsx'), sharingTexts);

type Mfi = { id: string; name: string };

/** An MFI's campaigns with what its staff do with them. */
export default function ManagedCampaigns({ mfi }: { mfi: Mfi }) {
  return (
    <CampaignList mfiId={mfi.id}>
      {(campaign) => <ManagedCampaign key={campaign.id} mfi={mfi} campaign={campaign} />}
    </CampaignList>
  );
}

/** A card and what it opens, which goes on showing what the list knows of the campaign. */
function ManagedCampaign({ mfi, campaign }: { mfi: Mfi; campaign: Campaign }) {
  const [open, setOpen] = useState<CampaignDialogName | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CampaignCard campaign={campaign} onOpen={setOpen} />
      <Suspense fallback={null}>
        {open === 'details' && <CampaignDialog mfi={mfi} campaign={campaign} onClose={close} />}
        {open === 'write' && <WriteDialog campaign={campaign} onClose={close} />}
        {(open === 'share' || open === 'invite') && <CampaignSharing how={open} campaign={campaign} onClose={close} />}
      </Suspense>
    </>
  );
}
