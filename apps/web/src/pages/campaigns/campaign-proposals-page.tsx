import { lazy, Suspense, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import type { Campaign } from '../../features/campaigns/campaign-draft.ts';
import { CampaignOverview } from '../../features/campaigns/campaign-overview.tsx';
import { useCampaign } from '../../features/campaigns/use-campaign.ts';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { keepShareCode } from '../../lib/share-code.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { mfiNameOf, paths, useMfiName } from '../../lib/paths.ts';
import { type SessionUser, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './campaign-proposals-page.module.css';
import { CampaignProposalList } from './campaign-proposal-list.tsx';

const CampaignSharing = lazy(async () => ({ default: (await import('./campaign-sharing.tsx')).CampaignSharing }));

/** One campaign and its proposals: read-only with a way to begin for a visitor (specification section 2). */
export default function CampaignProposalsPage() {
  const { t } = useText();
  useEffect(() => void keepShareCode(), []);
  const [search] = useSearchParams();
  const params = useParams();
  const id = params['id'] ?? search.get('id') ?? '';
  const { user } = useSession();
  const { campaign, isMissing, error, retry } = useCampaign(id);
  const back = backOf(user, useMfiName(), t);
  return (
    <Page
      title={
        isMissing ? t('campaigns.page.notFound') : campaign ? campaignName(campaign, t) : t('campaigns.page.title')
      }
      heading={!campaign && (isMissing || error !== null)}
      back={back}
    >
      {isMissing ? (
        <EmptyState
          icon="search"
          title={t('common.noData')}
          text={t('campaigns.page.notFoundText')}
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

/** Staff to all their campaigns, of this MFI where they work for several; others home, visitors to its start page. */
function backOf(user: SessionUser | null, mfiName: string, t: ReturnType<typeof useText>['t']) {
  const memberships = user?.userMfis.map((membership) => membership.mfiName) ?? [];
  const staffOf = memberships.find((name) => mfiNameOf(name) === mfiName) ?? memberships[0];
  if (staffOf !== undefined) return { href: paths.campaigns(staffOf), label: t('campaigns.page.viewAll') };
  return user
    ? { href: paths.home(), label: t('common.home') }
    : { href: paths.start(mfiName), label: t('campaigns.page.toStart') };
}

function Shown({ campaign, user }: { campaign: Campaign; user: SessionUser | null }) {
  return (
    <Stack gap="loose">
      <CampaignOverview campaign={campaign} actions={<CampaignActions campaign={campaign} user={user} />} />
      {campaign.archivedAt === null && <CampaignProposalList campaignId={campaign.id} />}
    </Stack>
  );
}

/** Passing it on goes on until its end (R16.4), inviting by mail is for its staff. */
function CampaignActions({ campaign, user }: { campaign: Campaign; user: SessionUser | null }) {
  const { t } = useText();
  const [open, setOpen] = useState<'invite' | 'share' | null>(null);
  const { id, mfiName } = campaign;
  const isStaff = user?.userMfis.some(({ mfiId }) => mfiId === campaign.mfiId) ?? false;
  const isOpen = campaign.published && !campaign.hasEnded;
  if (user !== null && !isOpen) return null;
  return (
    <Stack gap="tight">
      {user === null && (
        <>
          <LinkButton
            href={paths.start(mfiName)}
            icon="arrow-forward"
            wide
            state={{ returnTo: paths.campaign(mfiName, id) }}
          >
            {t('campaigns.page.getStarted')}
          </LinkButton>
          {isOpen && <p className={styles.note}>{t('campaigns.page.getStartedText')}</p>}
        </>
      )}
      {isOpen && (
        <Row>
          <Button {...help('share')} variant="quiet" icon="share" onClick={() => setOpen('share')}>
            {t('share.action')}
          </Button>
          {isStaff && (
            <Button {...help('invite')} variant="quiet" icon="mail" onClick={() => setOpen('invite')}>
              {t('campaigns.invite')}
            </Button>
          )}
        </Row>
      )}
      {open && (
        <Suspense fallback={null}>
          <CampaignSharing how={open} campaign={campaign} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Stack>
  );
}
