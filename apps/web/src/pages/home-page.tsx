import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import cardTexts from 'virtual:texts/pages/acting-card.tsx';
import invitedTexts from 'virtual:texts/features/invitations/invited-proposals.tsx';
import filterTexts from 'virtual:texts/features/proposals/invest-filters.tsx';
import stepTexts from 'virtual:texts/features/proposals/next-steps.tsx';
import newProposalTexts from 'virtual:texts/features/proposals/new-proposal-dialog.tsx';
import { type HomeTab, HOME_TABS, useHomeView } from '../features/proposals/home-address.ts';
import { HomeEmpty } from '../features/proposals/home-empty.tsx';
import { StatusFilterBar } from '../features/proposals/home-filters.tsx';
import { HomeSummary } from '../features/proposals/home-summary.tsx';
import { ProposalList } from '../features/proposals/proposal-list.tsx';
import { isNeverInTab, useProposalList } from '../features/proposals/use-proposal-list.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session.ts';
import { type TextKey, useText } from '../lib/text.tsx';
import { useMfi } from '../lib/use-mfi.ts';
import { Button } from '../ui/button.tsx';
import { CardSkeletons } from '../ui/card-skeletons.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './home-page.module.css';

const ActingCard = lazyPart(() => import('./acting-card.tsx'), cardTexts);
const InvestFilters = lazyPart(() => import('../features/proposals/invest-filters.tsx'), filterTexts);
const NewProposalDialog = lazyPart(() => import('../features/proposals/new-proposal-dialog.tsx'), newProposalTexts);
const InvitedProposals = lazyPart(() => import('../features/invitations/invited-proposals.tsx'), invitedTexts);
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
  useEffect(() => {
    ActingCard.preload();
  }, []);
  return (
    <Page title={user ? t('home.greeting', { name: format.isolate(user.firstName) }) : t('common.home')}>
      <Tabs
        label={t('common.home')}
        tabs={HOME_TABS.map((id) => ({ id, label: t(TAB_TEXT[id]) }))}
        selected={home.view.tab}
        onSelect={home.selectTab}
      >
        <Stack key={home.view.tab}>
          {/* The filters of one tab come when it is first shown; nothing below them may jump. */}
          <Suspense fallback={<CardSkeletons count={3} />}>
            <TabContent home={home} onAdd={() => setAdding(true)} />
          </Suspense>
        </Stack>
      </Tabs>
      {isAdding && (
        <Suspense>
          <NewProposalDialog mfi={mfi} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function TabContent({ home, onAdd }: { home: ReturnType<typeof useHomeView>; onAdd: () => void }) {
  const { t } = useText();
  const { view, change, clear, selectTab } = home;
  const list = useProposalList(view);
  return (
    <>
      {view.tab === 'invest' && <InvitedProposals>{(proposal) => <ActingCard proposal={proposal} />}</InvitedProposals>}
      {view.tab !== 'ignored' && <HomeSummary tab={view.tab} />}
      {view.tab === 'borrow' && <BorrowerSteps />}
      {view.tab === 'invest' && <InvestFilters view={view} onChange={change} />}
      <div className={styles.bar}>
        {view.tab === 'borrow' && (
          <div className={styles.add}>
            <Button icon="plus" wide onClick={onAdd}>
              {t('home.addProposal')}
            </Button>
          </div>
        )}
        <StatusFilterBar view={view} onChange={change} />
      </div>
      <Suspense fallback={<CardSkeletons count={3} />}>
        <ProposalList
          label={t(TAB_TEXT[view.tab])}
          list={list}
          isAlwaysEmpty={isNeverInTab(view)}
          empty={<HomeEmpty view={view} onAdd={onAdd} onClear={clear} onSelectTab={selectTab} />}
        >
          {(proposal) => <ActingCard key={proposal.id} proposal={proposal} editable />}
        </ProposalList>
      </Suspense>
    </>
  );
}

/** Looks at all loans in progress, whatever the list below is narrowed to. */
function BorrowerSteps() {
  const { data } = useProposalList({
    tab: 'borrow',
    status: 'all',
    sort: 'newest',
    search: '',
    partner: '',
    checked: '',
  });
  return data ? (
    <Suspense>
      <NextSteps proposals={data.pages.flatMap((page) => page.data)} />
    </Suspense>
  ) : null;
}
