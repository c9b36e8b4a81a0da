import { type ReactNode, Suspense, useState } from 'react';
import historyTexts from 'virtual:texts/features/proposals/proposal-history.tsx';
import moneyTexts from 'virtual:texts/pages/proposal-money-panels.tsx';
import inviteTexts from 'virtual:texts/features/invitations/invite-dialog.tsx';
import shareTexts from 'virtual:texts/pages/share-proposal.tsx';
import { CampaignNames } from '../features/campaigns/campaign-names.tsx';
import { ChainBadge } from '../features/chain/chain-badge.tsx';
import type { InviteDialog as InviteDialogType } from '../features/invitations/invite-dialog.tsx';
import { OwnerGuide } from '../features/proposals/owner-guide.tsx';
import { PhotoAlbum } from '../features/updates/photo-album.tsx';
import { UpdateLog } from '../features/updates/update-log.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { SessionUser } from '../lib/session.ts';
import type { ProposalDetails } from '../lib/wire.ts';
import { Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const ProposalHistory = lazyPart(() => import('../features/proposals/proposal-history.tsx'), historyTexts);
const ProposalMoneyPanels = lazyPart(() => import('./proposal-money-panels.tsx'), moneyTexts);
const InviteDialog = lazyPart<Parameters<typeof InviteDialogType>[0]>(
  () => import('../features/invitations/invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
  inviteTexts,
);
const ShareProposal = lazyPart(() => import('./share-proposal.tsx'), shareTexts);

type Props = { proposal: ProposalDetails } & (
  | { part: 'album'; main: ReactNode }
  | { part: 'panels'; user: SessionUser | null; onShare: (sentence?: string) => void }
  | { part: 'share'; sentence: string | undefined; onClose: () => void }
);

/** What the page of a proposal shows after its first picture, in one chunk: the album, the panels below, and sharing. */
export default function ProposalMore(props: Props) {
  const { proposal, part } = props;
  if (part === 'album') return <PhotoAlbum proposal={proposal} main={props.main} />;
  if (part === 'share') return <ShareProposal proposal={proposal} sentence={props.sentence} onClose={props.onClose} />;
  return (
    <Stack>
      {props.user?.id === proposal.userId && <Guide proposal={proposal} onShare={props.onShare} />}
      <CampaignNames proposal={proposal} />
      <UpdateLog proposal={proposal} onShare={props.onShare} />
      {props.user && <SignedInPanels proposal={proposal} user={props.user} />}
      <ChainBadge proposalId={proposal.id} />
    </Stack>
  );
}

function Guide({ proposal, onShare }: { proposal: ProposalDetails; onShare: () => void }) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <OwnerGuide proposal={proposal} onInvite={() => setInviting(true)} onShare={() => onShare()} />
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog
            target={{ proposalId: proposal.id, title: proposal.title }}
            onClose={() => setInviting(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function SignedInPanels({ proposal, user }: { proposal: ProposalDetails; user: SessionUser }) {
  const isStaff = user.userMfis.some(({ mfiId }) => mfiId === proposal.mfiId);
  return (
    <Suspense fallback={<Skeleton shape="box" />}>
      <ProposalMoneyPanels proposal={proposal} />
      {(isStaff || user.id === proposal.userId) && <ProposalHistory proposalId={proposal.id} />}
    </Suspense>
  );
}
