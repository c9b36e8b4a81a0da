import { Suspense, useDeferredValue, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useInvitations } from '../../features/invitations/use-invitations.ts';
import { type HomeTab, HOME_TABS, namedTab, useHomeView } from '../../features/proposals/lists/home-address.ts';
import { useOpeningTab } from '../../features/proposals/lists/use-opening-tab.ts';
import { useOwnLoans } from '../../features/proposals/lists/use-own-loans.ts';
import { useProposalList } from '../../features/proposals/lists/use-proposal-list.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Held, HoldUntil } from '../../ui/hold-until.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { HomeTabContent } from './home-tab.tsx';

const TAB_TEXT: Record<HomeTab, TextKey> = {
  borrow: 'home.tab.borrow',
  repaid: 'home.tab.repaid',
  invest: 'home.tab.invest',
  ignored: 'home.tab.ignored',
};

/** Borrowing and lending of the person signed in (specification section 2, Home). */
export default function HomePage() {
  const { t } = useText();
  const { user } = useSession();
  const [path, navigate] = useLocation();
  const mfiName = useMfiName();
  const [search] = useSearchParams();
  const isAsked = namedTab(path, search) === undefined;
  // An answer is drawn at once and in one piece; deferred, a tab of cards is drawn in slices, between touches.
  const opening = useDeferredValue(useOpeningTab(isAsked, useInvitations(isAsked)));
  const home = useHomeView(path, opening ?? 'borrow');
  return (
    <Page title={user ? t('home.greeting', { name: user.firstName }) : t('common.home')}>
      {opening === undefined ? (
        <Held />
      ) : (
        <Tabs
          label={t('common.home')}
          tabs={HOME_TABS.map((id) => ({ id, label: t(TAB_TEXT[id]) }))}
          selected={home.view.tab}
          onSelect={home.selectTab}
        >
          <TabContent key={home.view.tab} home={home} onAdd={() => navigate(paths.newProposal(mfiName))} />
        </Tabs>
      )}
    </Page>
  );
}

/** A tab appears as a whole: next steps, figures and cards come at different times, and the page may not jump. */
function TabContent({ home, onAdd }: { home: ReturnType<typeof useHomeView>; onAdd: () => void }) {
  const { t } = useText();
  const { tab } = home.view;
  const list = useProposalList(home.view);
  const own = useOwnLoans(tab === 'borrow');
  const invitations = useInvitations(tab === 'invest');
  const isReady = (tab !== 'borrow' || own.isReady) && (tab !== 'invest' || !invitations.isPending) && !list.isLoading;
  const wasReady = useStaysTrue(isReady);
  return (
    <HoldUntil isReady={wasReady}>
      <Suspense fallback={<Held />}>
        <HomeTabContent home={home} label={t(TAB_TEXT[tab])} list={list} own={own} onAdd={onAdd} />
      </Suspense>
    </HoldUntil>
  );
}

/** True from the first time on: another filter loads its list below the rest of the page. */
function useStaysTrue(value: boolean): boolean {
  const [wasTrue, setTrue] = useState(value);
  if (value && !wasTrue) setTrue(true);
  return value || wasTrue;
}
