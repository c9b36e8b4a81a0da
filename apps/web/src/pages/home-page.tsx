import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import tabTexts from 'virtual:texts/pages/home-tab.tsx';
import newProposalTexts from 'virtual:texts/features/proposals/new-proposal-dialog.tsx';
import { useInvitations } from '../features/invitations/use-invitations.ts';
import { type HomeTab, HOME_TABS, useHomeView } from '../features/proposals/home-address.ts';
import { useOwnLoans } from '../features/proposals/use-own-loans.ts';
import { useProposalList } from '../features/proposals/use-proposal-list.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session.ts';
import { type TextKey, useText } from '../lib/text.tsx';
import { useMfi } from '../lib/use-mfi.ts';
import { Held, HoldUntil } from '../ui/hold-until.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';

const HomeContent = lazyPart(() => import('./home-tab.tsx'), tabTexts);
const NewProposalDialog = lazyPart(() => import('../features/proposals/new-proposal-dialog.tsx'), newProposalTexts);

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
  return (
    <Page title={user ? t('home.greeting', { name: format.isolate(user.firstName) }) : t('common.home')}>
      <Tabs
        label={t('common.home')}
        tabs={HOME_TABS.map((id) => ({ id, label: t(TAB_TEXT[id]) }))}
        selected={home.view.tab}
        onSelect={home.selectTab}
      >
        <TabContent key={home.view.tab} home={home} onAdd={() => setAdding(true)} />
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
  const { tab } = home.view;
  const list = useProposalList(home.view);
  const own = useOwnLoans(tab === 'borrow');
  const invitations = useInvitations(tab === 'invest');
  const isReady = (tab !== 'borrow' || own.isReady) && (tab !== 'invest' || !invitations.isPending) && !list.isLoading;
  const wasReady = useStaysTrue(isReady);
  return (
    <HoldUntil isReady={wasReady}>
      <Suspense fallback={<Held />}>
        <HomeContent home={home} label={t(TAB_TEXT[tab])} list={list} own={own} onAdd={onAdd} />
      </Suspense>
    </HoldUntil>
  );
}

/** True from the first time on: another filter loads its list below what stays. */
function useStaysTrue(value: boolean): boolean {
  const [wasTrue, setTrue] = useState(value);
  if (value && !wasTrue) setTrue(true);
  return value || wasTrue;
}
