import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { OrderPanels } from '../../features/pay-ins/order-panels.tsx';
import { ReceiptPanel } from '../../features/pay-ins/receipt-panel.tsx';
import { usePayIns } from '../../features/pay-ins/use-pay-ins.ts';
import { useOrders } from '../../features/pay-ins/use-orders.ts';
import { MonthsChart } from '../../features/portfolio/months-chart.tsx';
import { PortfolioFigures } from '../../features/portfolio/portfolio-figures.tsx';
import { PortfolioLoans } from '../../features/portfolio/portfolio-loans.tsx';
import {
  type ChosenPeriod,
  chosenPeriodOf,
  periodOf,
  searchOf,
  todayOf,
} from '../../features/portfolio/statement-period.ts';
import { usePortfolio } from '../../features/portfolio/use-portfolio.ts';
import { usePortfolioLoans } from '../../features/portfolio/use-portfolio-loans.ts';
import { useStatement } from '../../features/portfolio/use-statement.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { BoxSkeletons } from '../../ui/box-skeletons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { OwnAmounts } from '../../ui/own-amounts.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const Statement = lazy(async () => ({ default: (await import('../../features/portfolio/statement.tsx')).Statement }));
const CreditWays = lazy(() => import('./credit-ways.tsx'));
const PayoutsPart = lazy(() => import('./payouts-part.tsx'));

const PLACES = (
  <Held>
    <BoxSkeletons />
  </Held>
);

/** A backer's loans, how they come back, and every movement of their money. */
export default function PortfolioPage() {
  const { t } = useText();
  return (
    <Page title={t('portfolio.title')} lead={<span data-print="never">{t('portfolio.lead')}</span>}>
      <OwnAmounts>
        <Portfolio />
      </OwnAmounts>
    </Page>
  );
}

/** The parts come at different times, and are shown together, so that nothing jumps. */
function Portfolio() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => todayOf(new Date()));
  const chosen = chosenPeriodOf(search);
  const { portfolio, loans, statement, orders, payIns, isLoading } = useParts(periodOf(chosen, today));
  if (isLoading) return PLACES;
  if (!portfolio.data) return <ErrorState onRetry={() => void portfolio.refetch()} />;
  const hasOrders =
    (orders.rows?.some(({ payBy }) => payBy !== null) ?? false) ||
    portfolio.data.credits.some(({ mfiId }) => mfiId !== null);
  return (
    <Stack gap="loose">
      {portfolio.data.hasComeBack && <ComeBack />}
      {hasOrders && (
        <div data-print="never">
          <Stack>
            <OrderPanels
              orders={orders.rows ?? []}
              credits={portfolio.data.credits}
              actionsOf={(credit) => (
                <Suspense fallback={null}>
                  <CreditWays credit={credit} />
                </Suspense>
              )}
            />
          </Stack>
        </div>
      )}
      {portfolio.data.loansCount > 0 ? (
        <div data-print="never">
          <Stack gap="loose">
            <PortfolioFigures portfolio={portfolio.data} currentMonth={today.slice(0, 7)} />
            <Suspense fallback={<Skeleton shape="box" />}>
              <MonthsChart months={portfolio.data.months} currentMonth={today.slice(0, 7)} />
            </Suspense>
            <PortfolioLoans list={loans} />
          </Stack>
        </div>
      ) : (
        <div data-print="never">
          <NothingLent />
        </div>
      )}
      {payIns.rows && payIns.rows.length > 0 && (
        <div data-print="never">
          <ReceiptPanel list={payIns} />
        </div>
      )}
      <Suspense fallback={<Skeleton shape="box" />}>
        <Statement
          name={user ? `${user.firstName} ${user.lastName}`.trim() : ''}
          today={today}
          chosen={chosen}
          onChoose={(next: ChosenPeriod) => setSearch(searchOf(next), { replace: true })}
          statement={statement}
        />
      </Suspense>
      <div data-print="never">
        <Suspense fallback={null}>
          <PayoutsPart />
        </Suspense>
      </div>
    </Stack>
  );
}

function ComeBack() {
  const { t } = useText();
  return (
    <Banner tone="good" icon="wallet" isAnnounced={false}>
      {t('portfolio.backAgain')}
    </Banner>
  );
}

function useParts(period: ReturnType<typeof periodOf>) {
  const portfolio = usePortfolio();
  const loans = usePortfolioLoans();
  const statement = useStatement(period);
  const orders = useOrders();
  const payIns = usePayIns();
  const isLoading =
    portfolio.isPending ||
    [loans, orders, payIns].some(({ rows, isError }) => !rows && !isError) ||
    (statement.isPending && period !== null);
  return { portfolio, loans, statement, orders, payIns, isLoading };
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
