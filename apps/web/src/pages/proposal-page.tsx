import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import editTexts from 'virtual:texts/features/proposals/edit-proposal.tsx';
import actionTexts from 'virtual:texts/pages/proposal-actions.tsx';
import moreTexts from 'virtual:texts/pages/proposal-more.tsx';
import { ProposalOverview } from '../features/proposals/proposal-overview.tsx';
import { RepaymentPlan } from '../features/proposals/repayment-plan.tsx';
import { useEditMode } from '../features/proposals/use-edit-mode.ts';
import { demo } from '../lib/demo-mode.ts';
import { ApiError, call } from '../lib/api.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useIsComplete } from '../lib/use-is-complete.ts';
import { paths } from '../lib/paths.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { type SessionUser, useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import type { ProposalDetails } from '../lib/wire.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './proposal-page.module.css';

const EditProposal = lazyPart(() => import('../features/proposals/edit-proposal.tsx'), editTexts);
const ProposalActions = lazyPart(() => import('./proposal-actions.tsx'), actionTexts);
const ProposalMore = lazyPart(() => import('./proposal-more.tsx'), moreTexts);

/** One proposal: read-only with a way to begin for a visitor, with everything they may do for a person signed in. */
export default function ProposalPage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const { user } = useSession();
  const proposal = useQuery({
    queryKey: queryKeys.proposal(id),
    queryFn: ({ signal }) => call('findProposal', { query: { id } }, { signal }),
    enabled: isId,
  });
  const isMissing = !isId || (proposal.error instanceof ApiError && proposal.error.status === 404);
  const back = user
    ? { href: paths.home(), label: t('common.home') }
    : { href: paths.start(), label: t('proposal.toStart') };
  return (
    <Page
      title={isMissing ? t('proposal.notFound') : (proposal.data?.title ?? t('proposal.proposal'))}
      heading={isMissing || proposal.isError}
      back={back}
    >
      {isMissing ? (
        <EmptyState
          icon="search"
          title={t('proposal.notFoundText')}
          action={<LinkButton href={back.href}>{back.label}</LinkButton>}
        />
      ) : proposal.data ? (
        <Shown key={id} proposal={proposal.data} user={user} />
      ) : proposal.error ? (
        <ErrorState text={errorSentence(proposal.error, t)} onRetry={() => void proposal.refetch()} />
      ) : (
        <div className={styles.waiting}>
          <Stack>
            <Skeleton shape="picture" />
            <Skeleton shape="title" />
            <Skeleton shape="box" />
          </Stack>
        </div>
      )}
    </Page>
  );
}

function Shown({ proposal, user }: { proposal: ProposalDetails; user: SessionUser | null }) {
  const mode = useEditMode();
  const isComplete = useIsComplete();
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const share = (sentence?: string) => setSharing({ sentence });
  const overview = (
    <ProposalOverview
      proposal={proposal}
      takesFocus={mode.wasEdited}
      album={(main) =>
        isComplete ? (
          <Suspense fallback={main}>
            <ProposalMore proposal={proposal} part="album" main={main} />
          </Suspense>
        ) : (
          main
        )
      }
      actions={
        user ? (
          <Suspense fallback={<Skeleton shape="button" />}>
            <ProposalActions proposal={proposal} onEdit={mode.start} />
          </Suspense>
        ) : (
          <GetStarted proposal={proposal} onShare={() => share()} />
        )
      }
    />
  );
  return (
    <Stack>
      {mode.isEditing && user ? (
        <Suspense fallback={overview}>
          <EditProposal proposal={proposal} onDone={mode.end} heading="h1" />
        </Suspense>
      ) : (
        overview
      )}
      {(user === null || proposal.status < 5) && <RepaymentPlan proposal={proposal} />}
      {isComplete && (
        <Suspense fallback={<Skeleton shape="box" />}>
          <ProposalMore proposal={proposal} part="panels" user={user} onShare={share} />
        </Suspense>
      )}
      {sharing && (
        <Suspense fallback={null}>
          <ProposalMore proposal={proposal} part="share" sentence={sharing.sentence} onClose={() => setSharing(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** What is being passed on; without a sentence the fixed one goes along. */
type Sharing = { sentence: string | undefined };

/** In place of the actions; whoever registers or logs in from here comes back to this proposal. */
function GetStarted({ proposal, onShare }: { proposal: ProposalDetails; onShare: () => void }) {
  const { t, format } = useText();
  const isOpen = proposal.status === 2 || proposal.status === 3;
  return (
    <Stack gap="tight">
      <LinkButton
        href={paths.start(proposal.mfiName)}
        icon="arrow-forward"
        wide
        state={{ returnTo: { mfi: proposal.mfiName, proposalId: proposal.id } }}
      >
        {t('proposal.getStarted')}
      </LinkButton>
      {isOpen && (
        <p className={styles.note}>{t('proposal.getStartedText', { name: format.isolate(proposal.user.firstName) })}</p>
      )}
      {proposal.allowedActions.includes('share') && (
        <Button {...demo('share')} variant="quiet" icon="share" wide onClick={onShare}>
          {t('share.action')}
        </Button>
      )}
    </Stack>
  );
}
