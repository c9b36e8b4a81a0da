import { useState } from 'react';
import { CampaignCard, type CampaignDialogName } from '../../features/campaigns/campaign-card.tsx';
import type { Campaign } from '../../features/campaigns/campaign-draft.ts';
import { CampaignList } from '../../features/campaigns/campaign-list.tsx';
import { CampaignDialog } from '../../features/campaigns/campaign-dialog.tsx';
import { CampaignSharing } from './campaign-sharing.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const WriteDialog = lazyDialog(() => import('../../features/campaigns/write-dialog.tsx'));

type Mfi = { id: string; name: string };

/** An MFI's campaigns with the actions of its staff. */
export function ManagedCampaigns({ mfi }: { mfi: Mfi }) {
  return (
    <CampaignList mfiId={mfi.id}>
      {(campaign) => <ManagedCampaign key={campaign.id} mfi={mfi} campaign={campaign} />}
    </CampaignList>
  );
}

/** A card and its dialogs, which go on showing the list's knowledge of the campaign. */
function ManagedCampaign({ mfi, campaign }: { mfi: Mfi; campaign: Campaign }) {
  const [open, setOpen] = useState<CampaignDialogName | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CampaignCard campaign={campaign} onOpen={setOpen} />
      {open === 'details' && <CampaignDialog mfi={mfi} campaign={campaign} onClose={close} />}
      {open === 'write' && <WriteDialog campaign={campaign} onClose={close} />}
      {(open === 'share' || open === 'invite') && <CampaignSharing how={open} campaign={campaign} onClose={close} />}
    </>
  );
}
