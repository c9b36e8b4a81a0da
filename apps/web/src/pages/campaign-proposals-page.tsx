import { Suspense, useEffect, useState } from 'react';
import cardTexts from 'virtual:texts/pages/acting-card.tsx';
import { useParams, useSearchParams } from 'wouter';
import type { Campaign } from '../features/campaigns/campaign-draft.ts';
import { CampaignOverview } from '../features/campaigns/campaign-overview.tsx';
import { CampaignProposals } from '../features/campaigns/campaign-proposals.tsx';
import { statusFilterOf } from '../features/campaigns/status-filter.ts';
import { useCampaign } from '../features/campaigns/use-campaign.ts';
import { ProposalCard } from '../features/proposals/proposal-card.tsx';
import { errorSentence } from '../lib/error-sentence.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { type SessionUser, useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import type { ProposalSummary } from '../lib/wire.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Row, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './campaign-proposals-page.module.css';
import { InviteDialog, ShareCampaignDialog } from './campaign-sharing.ts';

const ActingCard = lazyPart(() => import('./acting-card.tsx'), cardTexts);

/** One campaign and its proposals: read-only with a way to begin for a visitor (specification section 2). */
export default function CampaignProposalsPage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const params = useParams();
  const id = params['id'] ?? search.get('id') ?? '';
  const { user } = useSession();
  const { campaign, isMissing, error, retry } = useCampaign(id);
  const back = backOf(user, t);
  return (
    <Page
      title={isMissing ? t('campaigns.page.notFound') : (campaign?.name ?? t('campaigns.page.title'))}
      heading={!campaign && (isMissing || error !== null)}
      back={back}
    >
      {isMissing ? (
        <EmptyState
          icon="search"
          title={t('campaigns.page.notFoundText')}
          action={<LinkButton href={back.href}>{back.label}</LinkButton>}
        />
      ) : campaign ? (
        <Shown key={id} campaign={campaign} user={user} />
      ) : error ? (
        <ErrorState text={errorSentence(error, t)} onRetry={retry} />
      ) : (
        <Stack>
          <Skeleton shape="picture" />
          <Skeleton shape="title" />
          <Skeleton shape="box" />
        </Stack>
      )}
    </Page>
  );
}

/** Staff to all their campaigns, others home, visitors to the start page. */
function backOf(user: SessionUser | null, t: ReturnType<typeof useText>['t']) {
  const staffOf = user?.userMfis[0]?.mfiName;
  if (staffOf !== undefined) return { href: paths.campaigns(staffOf), label: t('campaigns.page.viewAll') };
  return user
    ? { href: paths.home(), label: t('common.home') }
    : { href: paths.start(), label: t('campaigns.page.toStart') };
}

function Shown({ campaign, user }: { campaign: Campaign; user: SessionUser | null }) {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    if (user) ActingCard.preload();
  }, [user]);
  const setFilter = (status: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (status === '') next.delete('status');
        else next.set('status', status);
        return next;
      },
      { replace: true },
    );
  return (
    <Stack gap="loose">
      <CampaignOverview campaign={campaign} actions={<CampaignActions campaign={campaign} user={user} />} />
      {campaign.archivedAt === null && (
        <CampaignProposals campaignId={campaign.id} filter={statusFilterOf(search.get('status'))} onFilter={setFilter}>
          {(proposal) => <ReadersCard key={proposal.id} proposal={proposal} isSignedIn={user !== null} />}
        </CampaignProposals>
      )}
    </Stack>
  );
}

/** What the reader may do comes with its buttons; a visitor gets there by the card itself. */
function ReadersCard({ proposal, isSignedIn }: { proposal: ProposalSummary; isSignedIn: boolean }) {
  const card = <ProposalCard proposal={proposal} />;
  if (!isSignedIn) return card;
  return (
    <Suspense fallback={card}>
      <ActingCard proposal={proposal} />
    </Suspense>
  );
}

/** Passing it on goes on until its end (R16.4), inviting by mail is for its staff. */
function CampaignActions({ campaign, user }: { campaign: Campaign; user: SessionUser | null }) {
  const { t } = useText();
  const [open, setOpen] = useState<'invite' | 'share' | null>(null);
  const { id, name, mfiName } = campaign;
  const isStaff = user?.userMfis.some(({ mfiId }) => mfiId === campaign.mfiId) ?? false;
  const isOpen = campaign.published && !campaign.hasEnded;
  return (
    <Stack gap="tight">
      {user === null && (
        <>
          <LinkButton
            href={paths.start(mfiName)}
            icon="arrow-forward"
            wide
            state={{ returnTo: { mfi: mfiName, campaignId: id } }}
          >
            {t('campaigns.page.getStarted')}
          </LinkButton>
          {isOpen && <p className={styles.note}>{t('campaigns.page.getStartedText')}</p>}
        </>
      )}
      {isOpen && (
        <Row>
          <Button variant="quiet" icon="share" onClick={() => setOpen('share')}>
            {t('share.action')}
          </Button>
          {isStaff && (
            <Button variant="quiet" icon="mail" onClick={() => setOpen('invite')}>
              {t('campaigns.invite')}
            </Button>
          )}
        </Row>
      )}
      <Suspense fallback={null}>
        {open === 'share' && <ShareCampaignDialog campaign={campaign} onClose={() => setOpen(null)} />}
        {open === 'invite' && <InviteDialog target={{ campaignId: id, title: name }} onClose={() => setOpen(null)} />}
      </Suspense>
    </Stack>
  );
}
