import { Suspense, useState } from 'react';
import dialogTexts from 'virtual:texts/features/campaigns/campaign-dialog.tsx';
import writeTexts from 'virtual:texts/features/campaigns/write-dialog.tsx';
import { CampaignCard, type CampaignDialogName } from '../features/campaigns/campaign-card.tsx';
import type { Campaign } from '../features/campaigns/campaign-draft.ts';
import { CampaignList } from '../features/campaigns/campaign-list.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { InviteDialog, ShareCampaignDialog } from './campaign-sharing.ts';
import { type Membership, MfiSwitch, NoAccess, useMembership } from './membership.tsx';

const CampaignDialog = lazyPart(() => import('../features/campaigns/campaign-dialog.tsx'), dialogTexts);
const WriteDialog = lazyPart(() => import('../features/campaigns/write-dialog.tsx'), writeTexts);

/** The campaigns of one MFI, for its staff (specification section 2). */
export default function CampaignsPage() {
  const { membership, memberships } = useMembership();
  if (!membership) return <NoAccess />;
  return <Campaigns key={membership.mfiId} membership={membership} memberships={memberships} />;
}

function Campaigns({ membership, memberships }: { membership: Membership; memberships: readonly Membership[] }) {
  const { t, format } = useText();
  const [isAdding, setAdding] = useState(false);
  const mfi = { id: membership.mfiId, name: membership.mfiName };
  return (
    <Page
      title={t('campaigns.title')}
      lead={t('campaigns.lead', { mfi: format.isolate(mfi.name) })}
      back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
      actions={
        <>
          <MfiSwitch membership={membership} memberships={memberships} pathOf={paths.campaigns} />
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('campaigns.add')}
          </Button>
        </>
      }
    >
      <CampaignList mfiId={mfi.id}>
        {(campaign) => <ManagedCampaign key={campaign.id} mfi={mfi} campaign={campaign} />}
      </CampaignList>
      {isAdding && (
        <Suspense fallback={null}>
          <CampaignDialog mfi={mfi} campaign={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  );
}

type ManagedProps = { mfi: { id: string; name: string }; campaign: Campaign };

/** A card and what it opens, which goes on showing what the list knows of the campaign. */
function ManagedCampaign({ mfi, campaign }: ManagedProps) {
  const [open, setOpen] = useState<CampaignDialogName | null>(null);
  const close = () => setOpen(null);
  const { id, name } = campaign;
  return (
    <>
      <CampaignCard campaign={campaign} onOpen={setOpen} />
      <Suspense fallback={null}>
        {open === 'details' && <CampaignDialog mfi={mfi} campaign={campaign} onClose={close} />}
        {open === 'invite' && <InviteDialog target={{ campaignId: id, title: name }} onClose={close} />}
        {open === 'share' && <ShareCampaignDialog campaign={campaign} onClose={close} />}
        {open === 'write' && <WriteDialog campaign={campaign} onClose={close} />}
      </Suspense>
    </>
  );
}
