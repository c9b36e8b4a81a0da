import { lazy, Suspense } from 'react';
import type { useHomeView } from '../../features/proposals/lists/home-address.ts';
import { StatusFilterBar } from '../../features/proposals/lists/home-filters.tsx';
import { HomeSummary } from '../../features/proposals/lists/home-summary.tsx';
import { NextSteps } from '../../features/proposals/lists/next-steps.tsx';
import { ProposalRow } from '../../features/proposals/proposal-row.tsx';
import { ProposalList } from '../../features/proposals/lists/proposal-list.tsx';
import type { useOwnLoans } from '../../features/proposals/lists/use-own-loans.ts';
import { isNeverInTab, type useProposalList } from '../../features/proposals/lists/use-proposal-list.ts';
import { help } from '../../lib/help-mode.ts';
import { hidesAmounts } from '../../lib/hidden-amounts.ts';
import { useText } from '../../lib/text.tsx';
import { useIsAnswered } from '../../lib/use-is-answered.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { ActingCard } from '../proposal/acting-card.tsx';
import { ProposalActions } from '../proposal/proposal-actions.tsx';
import styles from './home-tab.module.css';

const InvitedProposals = lazy(() => import('../../features/invitations/invited-proposals.tsx'));
const HomeEmpty = lazy(async () => ({
  default: (await import('../../features/proposals/lists/home-empty.tsx')).HomeEmpty,
}));
const InvestFilters = lazy(() => import('../../features/proposals/lists/invest-filters.tsx'));
const OwnAmounts = lazy(async () => ({ default: (await import('../../ui/own-amounts.tsx')).OwnAmounts }));
const WaitingDrafts = lazy(() => import('../../features/proposals/lists/waiting-drafts.tsx'));

type Props = {
  home: ReturnType<typeof useHomeView>;
  label: string;
  list: ReturnType<typeof useProposalList>;
  own: ReturnType<typeof useOwnLoans>;
  onAdd: () => void;
};

export function HomeTabContent({ home, label, list, own, onAdd }: Props) {
  const { t } = useText();
  const { view, change, clear, selectTab } = home;
  const isAnswered = useIsAnswered();
  const money = (
    <>
      {view.tab !== 'ignored' && <HomeSummary tab={view.tab} />}
      {view.tab === 'borrow' && own.isReady && <NextSteps proposals={own.proposals} details={own.details} />}
    </>
  );
  return (
    <Stack>
      {view.tab === 'invest' && (
        <InvitedProposals>
          {(proposal, words) => (
            <ProposalRow proposal={proposal} actions={<ProposalActions proposal={proposal} compact />}>
              {words}
            </ProposalRow>
          )}
        </InvitedProposals>
      )}
      {view.tab !== 'ignored' && hidesAmounts() ? <OwnAmounts>{money}</OwnAmounts> : money}
      {view.tab === 'invest' && <InvestFilters view={view} onChange={change} list={list} />}
      <div className={styles.bar}>
        {view.tab === 'borrow' && (
          <div className={styles.add}>
            <Button {...help('addProposal')} icon="plus" wide onClick={onAdd}>
              {t('home.addProposal')}
            </Button>
          </div>
        )}
        <StatusFilterBar view={view} onChange={change} />
      </div>
      {view.tab === 'borrow' && isAnswered && (
        <Suspense>
          <WaitingDrafts onEdit={onAdd} />
        </Suspense>
      )}
      <ProposalList
        label={label}
        list={list}
        isAlwaysEmpty={isNeverInTab(view)}
        empty={
          <Suspense>
            <HomeEmpty view={view} onClear={clear} onSelectTab={selectTab} />
          </Suspense>
        }
      >
        {(proposal) => <ActingCard key={proposal.id} proposal={proposal} editable />}
      </ProposalList>
    </Stack>
  );
}
