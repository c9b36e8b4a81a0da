import { MonthsChart } from '../features/portfolio/months-chart.tsx';
import { PortfolioFigures } from '../features/portfolio/portfolio-figures.tsx';
import { PortfolioLoans } from '../features/portfolio/portfolio-loans.tsx';
import type { ChosenPeriod } from '../features/portfolio/statement-period.ts';
import { Statement } from '../features/portfolio/statement.tsx';
import type { usePortfolioLoans } from '../features/portfolio/use-portfolio-loans.ts';
import type { useStatement } from '../features/portfolio/use-statement.ts';
import { paths, useMfiName } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import type { DataOf } from '../lib/wire.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Stack } from '../ui/page.tsx';

type Props = {
  name: string;
  /** `YYYY-MM-DD` */
  today: string;
  portfolio: DataOf<'findPortfolio'>;
  loans: ReturnType<typeof usePortfolioLoans>;
  statement: ReturnType<typeof useStatement>;
  chosen: ChosenPeriod;
  onChoose: (chosen: ChosenPeriod) => void;
};

/** Everything that the page of the portfolio shows once its data are there. Fetched while they are on their way. */
export default function PortfolioParts({ name, today, portfolio, loans, statement, chosen, onChoose }: Props) {
  return (
    <Stack gap="loose">
      {portfolio.loansCount > 0 ? (
        <>
          <PortfolioFigures portfolio={portfolio} />
          <div data-print="never">
            <Stack gap="loose">
              <MonthsChart months={portfolio.months} currentMonth={today.slice(0, 7)} />
              <PortfolioLoans list={loans} />
            </Stack>
          </div>
        </>
      ) : (
        <div data-print="never">
          <NothingLent />
        </div>
      )}
      <Statement name={name} today={today} chosen={chosen} onChoose={onChoose} statement={statement} />
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
