import { translationFor } from '@sathi/domain/translations.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ProposalOverview } from '../../features/proposals/proposal-overview.tsx';
import { ProposalPicture } from '../../features/proposals/proposal-picture.tsx';
import { useEditMode } from '../../features/proposals/use-edit-mode.ts';
import { type Story, useStory } from '../../features/proposals/use-story.ts';
import { LateBadge } from '../../features/repayments/next-instalment.tsx';
import { NextPayment } from '../../features/repayments/next-payment.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useIsComplete } from '../../lib/use-is-complete.ts';
import { paths, proposalIdOf, useMfiName } from '../../lib/paths.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type SessionUser, useSession } from '../../lib/session.ts';
import { keepShareCode } from '../../lib/share-code.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GetStarted } from './get-started.tsx';
import { NotBackable } from './not-backable.tsx';
import styles from './proposal-page.module.css';
import { ProposalActions } from './proposal-actions.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { readerOf, seesMoneyMove } from './reader.ts';
import { useBackingAhead } from './use-backing-ahead.ts';
import { useMayBack } from './use-may-back.ts';

const Restraints = lazy(() => import('./restraints.tsx'));
const AdvicePart = lazy(() => import('./advice-part.tsx'));
const PhotoAlbum = lazy(() => import('../../features/updates/photo-album.tsx'));
const PlanOffer = lazy(() => import('../../features/plans/plan-offer.tsx'));
const CannotPay = lazy(() => import('../../features/plans/cannot-pay.tsx'));
/** The panels come later: they are below the fold. */
const ProposalPanels = lazy(() => import('./proposal-panels.tsx'));
/** The bar is of use once the browser knows where the real button is. */
const StickyAction = lazy(() => import('./sticky-action.tsx'));
const ShareProposal = lazy(() => import('./share-proposal.tsx'));
const EditProposal = lazy(() => import('../../features/proposals/writing/edit-proposal.tsx'));

/** One proposal: read-only with a way to begin for a visitor, with all their actions for a signed-in person. */
export default function ProposalPage() {
  const { t, locale } = useText();
  useEffect(() => void keepShareCode(), []);
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const isId = proposalIdOf(id) !== undefined;
  const { user } = useSession();
  const mfiName = useMfiName();
  const proposal = useQuery({
    queryKey: queryKeys.proposal(id),
    queryFn: ({ signal }) => call('findProposal', { query: { id } }, { signal }),
    enabled: isId,
  });
  const title = proposal.data && (translationFor(proposal.data, locale) ?? proposal.data).title;
  const isMissing = !isId || (proposal.error instanceof ApiError && proposal.error.status === 404);
  return (
    <Page
      title={isMissing ? t('proposal.notFound') : (title ?? t('proposal.proposal'))}
      heading={isMissing || (proposal.isError && !proposal.data)}
      {...(user === null && { back: { href: paths.start(mfiName), label: t('proposal.toStart') } })}
    >
      {isMissing ? (
        <EmptyState
          icon="search"
          title={t('proposal.notFoundText')}
          action={
            user ? (
              <LinkButton href={paths.home(mfiName)}>{t('common.home')}</LinkButton>
            ) : !isId ? (
              <LinkButton href={paths.start(mfiName)}>{t('proposal.toStart')}</LinkButton>
            ) : (
              <LinkButton href={paths.login(mfiName)} state={{ returnTo: paths.proposal(mfiName, id) }}>
                {t('common.logIn')}
              </LinkButton>
            )
          }
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
  const story = useStory(proposal);
  const isComplete = useIsComplete();
  const { canBack, isRefused, why } = useMayBack(proposal, user);
  const backing = useBackingAhead(proposal, user !== null);
  const actions = useRef<HTMLDivElement>(null);
  const { sharing, share, endSharing } = useSharing();
  const reader = readerOf(proposal, user);
  const isParty = reader === 'owner' || reader === 'staff';
  // Its owner and the staff know picture and words of a running loan: the money comes first.
  const isBrief = isParty && statusOf(proposal) === 'funded';
  const hasMoneyPanel = seesMoneyMove(proposal, reader);
  const isOwner = reader === 'owner';
  const early = (hasMoneyPanel || isOwner) && <Skeleton shape="box" />;
  const plan = !hasMoneyPanel && <PlanPanel proposal={proposal} />;
  const pictures = <Pictures proposal={proposal} isComplete={isComplete} />;
  const buttons = (
    <div ref={actions}>
      <Stack>
        {isRefused && !isParty && <NotBackable proposal={proposal} why={why} />}
        {user ? (
          <ProposalActions proposal={proposal} onEdit={mode.start} {...backing} />
        ) : (
          <GetStarted proposal={proposal} canBack={canBack} onShare={() => share()} />
        )}
      </Stack>
    </div>
  );
  const overview = (
    <ProposalOverview
      proposal={proposal}
      story={story}
      takesFocus={mode.wasEdited}
      lateness={<LateBadge proposal={proposal} />}
      picture={!isBrief && pictures}
      areFactsFirst={reader === 'staff'}
      actions={buttons}
      payment={isBrief && isOwner && <Paying proposal={proposal} actions={buttons} />}
    />
  );
  return (
    <>
      <Stack>
        {user && <OwnRestraints proposal={proposal} userId={user.id} />}
        {mode.isEditing && user ? <Editing proposal={proposal} onDone={mode.end} before={overview} /> : overview}
        {/* The plan is not among the panels that come later: unfolded, it stays open while they arrive. */}
        {!isOwner && plan}
        {isComplete ? (
          <Suspense fallback={early}>
            {isOwner && <AdvicePart proposal={proposal} onShare={() => share()} />}
            {/* The owner's plan stands below the advice, which would move it. */}
            {isOwner && plan}
            <ProposalPanels
              proposal={proposal}
              user={user}
              reader={reader}
              story={isBrief && <Words story={story}>{pictures}</Words>}
              onShare={share}
            />
          </Suspense>
        ) : (
          early
        )}
        {sharing && <ShareProposal proposal={proposal} updateId={sharing.updateId} onClose={endSharing} />}
      </Stack>
      {canBack && !isParty && !mode.isEditing && <AtTheBottom proposal={proposal} actions={actions} />}
    </>
  );
}

function AtTheBottom(props: ComponentProps<typeof StickyAction>) {
  if (!useIsComplete()) return null;
  return (
    <Suspense fallback={null}>
      <StickyAction {...props} />
    </Suspense>
  );
}

/**
 * The payments of a running loan, for its owner: an offered plan, the next payment, and the way to say that it cannot
 * be paid.
 */
function Paying({ proposal, actions }: { proposal: ProposalDetails; actions: ReactNode }) {
  return (
    <Stack>
      <Suspense fallback={null}>
        <PlanOffer proposal={proposal} />
      </Suspense>
      <NextPayment proposal={proposal} actions={actions} />
      <Suspense fallback={proposal.allowedActions.includes('cannotPay') && <Skeleton shape="button" />}>
        <CannotPay proposal={proposal} />
      </Suspense>
    </Stack>
  );
}

function OwnRestraints({ proposal, userId }: { proposal: ProposalDetails; userId: string }) {
  if (proposal.freezes.length + proposal.hidden.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Restraints proposal={proposal} userId={userId} />
    </Suspense>
  );
}

/** The main picture at once, and the others when the page has what it asked for. */
function Pictures({ proposal, isComplete }: { proposal: ProposalDetails; isComplete: boolean }) {
  const main = <ProposalPicture proposal={proposal} />;
  if (!isComplete) return main;
  return (
    <Suspense fallback={main}>
      <PhotoAlbum proposal={proposal} main={main} />
    </Suspense>
  );
}

type EditingProps = {
  proposal: ProposalDetails;
  onDone: () => void;
  /** The overview, until the form has come. */
  before: ReactNode;
};

function Editing({ proposal, onDone, before }: EditingProps) {
  return (
    <Suspense fallback={before}>
      <EditProposal proposal={proposal} onDone={onDone} heading="h1" />
    </Suspense>
  );
}

function Words({ story, children }: { story: Story; children: ReactNode }) {
  return (
    <>
      {children}
      <p className={styles.words} dir="auto" lang={story.lang}>
        {story.description}
      </p>
    </>
  );
}

/** The update that is passed on; without one the fixed sentence goes along. */
type Sharing = { updateId: string | undefined };

function useSharing() {
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const share = (updateId?: string) => setSharing({ updateId });
  return { sharing, share, endSharing: () => setSharing(null) };
}
