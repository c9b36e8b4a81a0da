import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { MonthsChart } from '../features/portfolio/months-chart.tsx';
import { PortfolioFigures } from '../features/portfolio/portfolio-figures.tsx';
import { PortfolioLoans, usePortfolioLoans } from '../features/portfolio/portfolio-loans.tsx';
import {
  type ChosenPeriod,
  chosenPeriodOf,
  periodOf,
  searchOf,
  todayOf,
} from '../features/portfolio/statement-period.ts';
import { Statement } from '../features/portfolio/statement.tsx';
import { useStatement } from '../features/portfolio/use-statement.ts';
import { call } from '../lib/api.ts';
import { paths, useMfiName } from '../lib/paths.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Held } from '../ui/hold-until.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';

/** What a backer lent, how it comes back, and every movement of their money. */
export default function PortfolioPage() {
  const { t } = useText();
  return (
    <Page title={t('portfolio.title')} lead={<span data-print="never">{t('portfolio.lead')}</span>}>
      <Portfolio />
    </Page>
  );
}

/** The parts come at different times, and are shown together, so that nothing jumps. */
function Portfolio() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const chosen = chosenPeriodOf(search);
  const choose = (next: ChosenPeriod) => setSearch(searchOf(next), { replace: true });
  const today = todayOf(new Date());
  const period = periodOf(chosen, today);
  const portfolio = useQuery({
    queryKey: queryKeys.portfolio,
    queryFn: ({ signal }) => call('findPortfolio', {}, { signal }),
  });
  const loans = usePortfolioLoans();
  const statement = useStatement(period);
  const isLoading = portfolio.isPending || (!loans.rows && !loans.isError) || (statement.isPending && period !== null);
  if (isLoading) return <Held />;
  if (!portfolio.data) return <ErrorState onRetry={() => void portfolio.refetch()} />;
  const hasLent = portfolio.data.loansCount > 0;
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : '';
  return (
    <Stack gap="loose">
      {hasLent ? (
        <>
          <PortfolioFigures portfolio={portfolio.data} />
          <div data-print="never">
            <Stack gap="loose">
              <MonthsChart months={portfolio.data.months} currentMonth={today.slice(0, 7)} />
              <PortfolioLoans list={loans} />
            </Stack>
          </div>
        </>
      ) : (
        <NothingLent />
      )}
      <Statement name={name} chosen={chosen} onChoose={choose} statement={statement} />
    </Stack>
  );
}

function NothingLent() {
  const { t } = useText();
  const mfiName = useMfiName();
  return (
    <EmptyState
      icon="seedling"
      title={t('portfolio.empty')}
      text={t('portfolio.emptyText')}
      action={<LinkButton href={paths.invest(mfiName)}>{t('portfolio.findLoan')}</LinkButton>}
    />
  );
}
