import invitedTexts from 'virtual:texts/features/invitations/invited-proposals.tsx';
import filterTexts from 'virtual:texts/features/proposals/invest-filters.tsx';
import type { useHomeView } from '../features/proposals/home-address.ts';
import { HomeEmpty } from '../features/proposals/home-empty.tsx';
import { StatusFilterBar } from '../features/proposals/home-filters.tsx';
import { HomeSummary } from '../features/proposals/home-summary.tsx';
import { NextSteps } from '../features/proposals/next-steps.tsx';
import { ProposalList } from '../features/proposals/proposal-list.tsx';
import type { useOwnLoans } from '../features/proposals/use-own-loans.ts';
import { isNeverInTab, type useProposalList } from '../features/proposals/use-proposal-list.ts';
import { WaitingDrafts } from '../features/proposals/waiting-drafts.tsx';
import { demo } from '../lib/demo-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import ActingCard from './acting-card.tsx';
import styles from './home-tab.module.css';

const InvestFilters = lazyPart(() => import('../features/proposals/invest-filters.tsx'), filterTexts);
const InvitedProposals = lazyPart(() => import('../features/invitations/invited-proposals.tsx'), invitedTexts);

type Props = {
  home: ReturnType<typeof useHomeView>;
  label: string;
  list: ReturnType<typeof useProposalList>;
  own: ReturnType<typeof useOwnLoans>;
  onAdd: () => void;
};

/** What a tab of Home shows. In one piece with the cards: their answers are on the way while it is fetched. */
export default function HomeTab({ home, label, list, own, onAdd }: Props) {
  const { t } = useText();
  const { view, change, clear, selectTab } = home;
  return (
    <Stack>
      {view.tab === 'invest' && <InvitedProposals>{(proposal) => <ActingCard proposal={proposal} />}</InvitedProposals>}
      {view.tab !== 'ignored' && <HomeSummary tab={view.tab} />}
      {view.tab === 'borrow' && own.isReady && <NextSteps proposals={own.proposals} released={own.released} />}
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
      {view.tab === 'borrow' && <WaitingDrafts onEdit={onAdd} />}
      <ProposalList
        label={label}
        list={list}
        isAlwaysEmpty={isNeverInTab(view)}
        empty={<HomeEmpty view={view} onAdd={onAdd} onClear={clear} onSelectTab={selectTab} />}
      >
        {(proposal) => <ActingCard key={proposal.id} proposal={proposal} editable />}
      </ProposalList>
    </Stack>
  );
}
