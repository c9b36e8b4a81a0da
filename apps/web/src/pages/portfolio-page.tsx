import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import partTexts from 'virtual:texts/pages/portfolio-parts.tsx';
import { useSearchParams } from 'wouter';
import {
  type ChosenPeriod,
  chosenPeriodOf,
  periodOf,
  searchOf,
  todayOf,
} from '../features/portfolio/statement-period.ts';
import { usePortfolioLoans } from '../features/portfolio/use-portfolio-loans.ts';
import { useStatement } from '../features/portfolio/use-statement.ts';
import { call } from '../lib/api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { queryKeys } from '../lib/query-keys.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { BoxSkeletons } from '../ui/box-skeletons.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Held } from '../ui/hold-until.tsx';
import { Page } from '../ui/page.tsx';

const PortfolioParts = lazyPart(() => import('./portfolio-parts.tsx'), partTexts);

const PLACES = (
  <Held>
    <BoxSkeletons />
  </Held>
);

/** What a backer lent, how it comes back, and every movement of their money. */
export default function PortfolioPage() {
  const { t } = useText();
  useEffect(() => {
    PortfolioParts.preload();
  }, []);
  return (
    <Page title={t('portfolio.title')} lead={<span data-print="never">{t('portfolio.lead')}</span>}>
      <Suspense fallback={PLACES}>
        <Portfolio />
      </Suspense>
    </Page>
  );
}

/** The parts come at different times, and are shown together, so that nothing jumps. */
function Portfolio() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => todayOf(new Date()));
  const chosen = chosenPeriodOf(search);
  const period = periodOf(chosen, today);
  const portfolio = useQuery({
    queryKey: queryKeys.portfolio,
    queryFn: ({ signal }) => call('findPortfolio', {}, { signal }),
  });
  const loans = usePortfolioLoans();
  const statement = useStatement(period);
  const isLoading = portfolio.isPending || (!loans.rows && !loans.isError) || (statement.isPending && period !== null);
  if (isLoading) return PLACES;
  if (!portfolio.data) return <ErrorState onRetry={() => void portfolio.refetch()} />;
  return (
    <PortfolioParts
      name={user ? `${user.firstName} ${user.lastName}`.trim() : ''}
      today={today}
      portfolio={portfolio.data}
      loans={loans}
      statement={statement}
      chosen={chosen}
      onChoose={(next: ChosenPeriod) => setSearch(searchOf(next), { replace: true })}
    />
  );
}
