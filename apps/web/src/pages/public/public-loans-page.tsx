import { useParams } from 'wouter';
import { categoryText } from '../../features/proposals/category-text.ts';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { ProposalList } from '../../features/proposals/lists/proposal-list.tsx';
import {
  type PublicFilter,
  publicFilterOf,
  publicViewOf,
  usePublicFigures,
} from '../../features/proposals/lists/public-view.ts';
import { searchOfView } from '../../features/proposals/lists/home-address.ts';
import { useOpenProposals } from '../../features/proposals/lists/use-proposal-list.ts';
import { ApiError } from '../../lib/api.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import NotFoundPage from '../not-found/not-found-page.tsx';

/** The loans of a place or of a trade, for anybody and for search engines. */
export default function PublicLoansPage() {
  const filter = publicFilterOf(useParams());
  return filter ? <Shown key={JSON.stringify(filter)} filter={filter} /> : <NotFoundPage />;
}

function Shown({ filter }: { filter: PublicFilter }) {
  const { t, format } = useText();
  const mfiName = useMfiName();
  const { data: figures, error } = usePublicFigures(filter);
  const list = useOpenProposals(publicViewOf(filter));
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  const title =
    'place' in filter
      ? t('public.place.title', { place: figures?.place ?? filter.place })
      : t('public.trade.title', { trade: t(categoryText(filter.category as Exclude<typeof filter.category, ''>)) });
  return (
    <Page
      title={title}
      lead={t('public.lead')}
      back={{ href: paths.invest(mfiName), label: t('identity.start.allLoans') }}
    >
      <Stack>
        {figures && (
          <SummaryFigures
            figures={[
              { label: t('public.open'), value: format.number(figures.openCount) },
              { label: t('public.running'), value: format.number(figures.runningCount) },
              { label: t('public.repaid'), value: format.number(figures.repaidCount) },
              {
                label: t('public.cameBack'),
                value: t('public.ofLent', { repaid: format.money(figures.repaid), lent: format.money(figures.lent) }),
              },
            ]}
          />
        )}
        <ProposalList
          label={title}
          list={list}
          empty={<EmptyState icon="seedling" title={t('public.noneOpen')} text={t('public.noneOpenText')} />}
        >
          {(proposal) => <ProposalCard key={proposal.id} proposal={proposal} />}
        </ProposalList>
        <Row>
          <LinkButton
            href={`${paths.invest(mfiName)}?${searchOfView(publicViewOf(filter), paths.invest())}`}
            variant="quiet"
            icon="filter"
          >
            {t('public.filter')}
          </LinkButton>
        </Row>
      </Stack>
    </Page>
  );
}
