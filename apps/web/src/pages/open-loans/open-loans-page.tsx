import { useLocation } from 'wouter';
import { useHomeView } from '../../features/proposals/lists/home-address.ts';
import { HomeEmpty } from '../../features/proposals/lists/home-empty.tsx';
import InvestFilters from '../../features/proposals/lists/invest-filters.tsx';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { ProposalList } from '../../features/proposals/lists/proposal-list.tsx';
import { useOpenProposals } from '../../features/proposals/lists/use-proposal-list.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The loans of all partners that a visitor may back after signing up (R26.2). */
export default function OpenLoansPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const [path] = useLocation();
  const { view, change, clear } = useHomeView(path, 'invest');
  const list = useOpenProposals(view);
  return (
    <Page
      title={t('home.open.title')}
      lead={t('home.open.lead')}
      back={{ href: paths.start(mfiName), label: t('proposal.toStart') }}
    >
      <Stack>
        <InvestFilters view={view} onChange={change} list={list} />
        <ProposalList label={t('home.open.title')} list={list} empty={<HomeEmpty view={view} onClear={clear} />}>
          {(proposal) => <ProposalCard key={proposal.id} proposal={proposal} />}
        </ProposalList>
      </Stack>
    </Page>
  );
}
