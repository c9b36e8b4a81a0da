import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import cardTexts from 'virtual:texts/pages/acting-card.tsx';
import invitedTexts from 'virtual:texts/features/invitations/invited-proposals.tsx';
import filterTexts from 'virtual:texts/features/proposals/invest-filters.tsx';
import stepTexts from 'virtual:texts/features/proposals/next-steps.tsx';
import newProposalTexts from 'virtual:texts/features/proposals/new-proposal-dialog.tsx';
import waitingTexts from 'virtual:texts/features/proposals/waiting-drafts.tsx';
import { useInvitations } from '../features/invitations/use-invitations.ts';
import { type HomeTab, HOME_TABS, useHomeView } from '../features/proposals/home-address.ts';
import { HomeEmpty } from '../features/proposals/home-empty.tsx';
import { StatusFilterBar } from '../features/proposals/home-filters.tsx';
import { HomeSummary } from '../features/proposals/home-summary.tsx';
import { ProposalList } from '../features/proposals/proposal-list.tsx';
import { useOwnLoans } from '../features/proposals/use-own-loans.ts';
import { isNeverInTab, useProposalList } from '../features/proposals/use-proposal-list.ts';
import { demo } from '../lib/demo-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session.ts';
import { type TextKey, useText } from '../lib/text.tsx';
import { useMfi } from '../lib/use-mfi.ts';
import { Button } from '../ui/button.tsx';
import { Held, HoldUntil } from '../ui/hold-until.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './home-page.module.css';

const ActingCard = lazyPart(() => import('./acting-card.tsx'), cardTexts);
const InvestFilters = lazyPart(() => import('../features/proposals/invest-filters.tsx'), filterTexts);
const NewProposalDialog = lazyPart(() => import('../features/proposals/new-proposal-dialog.tsx'), newProposalTexts);
const InvitedProposals = lazyPart(() => import('../features/invitations/invited-proposals.tsx'), invitedTexts);
const WaitingDrafts = lazyPart(() => import('../features/proposals/waiting-drafts.tsx'), waitingTexts);
const NextSteps = lazyPart(() => import('../features/proposals/next-steps.tsx'), stepTexts);

const TAB_TEXT: Record<HomeTab, TextKey> = {
  borrow: 'home.tab.borrow',
  repaid: 'home.tab.repaid',
  invest: 'home.tab.invest',
  ignored: 'home.tab.ignored',
};

/** Borrowing and lending of the person signed in (specification section 2, Home). */
export default function HomePage() {
  const { t, format } = useText();
  const { user } = useSession();
  const [path] = useLocation();
  const home = useHomeView(path);
  const [isAdding, setAdding] = useState(false);
  const { data: mfi } = useMfi();
  const { tab } = home.view;
  useEffect(() => {
    ActingCard.preload();
    // Shown only once the loans are there; by then it should be too.
    if (tab === 'borrow') NextSteps.preload();
  }, [tab]);
  return (
    <Page title={user ? t('home.greeting', { name: format.isolate(user.firstName) }) : t('common.home')}>
      <Tabs
        label={t('common.home')}
        tabs={HOME_TABS.map((id) => ({ id, label: t(TAB_TEXT[id]) }))}
        selected={tab}
        onSelect={home.selectTab}
      >
        <Suspense key={tab} fallback={<Held />}>
          <TabContent home={home} onAdd={() => setAdding(true)} />
        </Suspense>
      </Tabs>
      {isAdding && (
        <Suspense>
          <NewProposalDialog mfi={mfi} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** A tab appears as a whole: what to do next, figures and cards come at different times, and nothing may jump. */
function TabContent({ home, onAdd }: { home: ReturnType<typeof useHomeView>; onAdd: () => void }) {
  const { t } = useText();
  const { view, change, clear, selectTab } = home;
  const list = useProposalList(view);
  const own = useOwnLoans(view.tab === 'borrow');
  const invitations = useInvitations(view.tab === 'invest');
  const isReady =
    (view.tab !== 'borrow' || own.isReady) && (view.tab !== 'invest' || !invitations.isPending) && !list.isLoading;
  const wasReady = useStaysTrue(isReady);
  return (
    <HoldUntil isReady={wasReady}>
      <Stack>
        {view.tab === 'invest' && (
          <InvitedProposals>{(proposal) => <ActingCard proposal={proposal} />}</InvitedProposals>
        )}
        {view.tab !== 'ignored' && <HomeSummary tab={view.tab} />}
        {view.tab === 'borrow' && own.isReady && <NextSteps proposals={own.proposals} />}
        {view.tab === 'invest' && <InvestFilters view={view} onChange={change} />}
        <div className={styles.bar}>
          {view.tab === 'borrow' && (
            <div className={styles.add}>
              <Button {...demo('addProposal')} icon="plus" wide onClick={onAdd}>
                {t('home.addProposal')}
              </Button>
            </div>
          )}
          <StatusFilterBar view={view} onChange={change} />
        </div>
        {view.tab === 'borrow' && (
          <Suspense>
            <WaitingDrafts onEdit={onAdd} />
          </Suspense>
        )}
        <ProposalList
          label={t(TAB_TEXT[view.tab])}
          list={list}
          isAlwaysEmpty={isNeverInTab(view)}
          empty={<HomeEmpty view={view} onAdd={onAdd} onClear={clear} onSelectTab={selectTab} />}
        >
          {(proposal) => <ActingCard key={proposal.id} proposal={proposal} editable />}
        </ProposalList>
      </Stack>
    </HoldUntil>
  );
}

/** True from the first time on: another filter loads its list below what stays. */
function useStaysTrue(value: boolean): boolean {
  const [wasTrue, setTrue] = useState(value);
  if (value && !wasTrue) setTrue(true);
  return value || wasTrue;
}
