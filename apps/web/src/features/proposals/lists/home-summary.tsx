import { useQuery } from '@tanstack/react-query';
import { type Local, severalSums } from '../../../lib/local-amount.ts';
import { useText } from '../../../lib/text.tsx';
import { SummaryFigures } from '../../../ui/summary-figures.tsx';
import type { HomeTab } from './home-address.ts';
import { OWN_STATS } from './use-opening-tab.ts';

const UNKNOWN = '–';

/**
 * The reader's money: borrowed and paid back, or lent and got back (R11.2). A figure not loaded is a dash of the same
 * size.
 */
export function HomeSummary({ tab }: { tab: Exclude<HomeTab, 'ignored'> }) {
  const { t, format } = useText();
  const { data } = useQuery(OWN_STATS);
  const money = (dollars: number | undefined) => (dollars === undefined ? UNKNOWN : format.money(dollars));
  const own = (sums: readonly Local[] | undefined) => (sums === undefined ? UNKNOWN : severalSums(sums, format));
  const figures =
    tab === 'invest'
      ? [
          { label: t('home.activeReturn'), value: money(data?.active.amount) },
          { label: t('home.myInvestment'), value: money(data?.pasive.amount) },
        ]
      : [
          { label: t('home.totalFunded'), value: own(data?.sums.funded) },
          { label: t('home.totalRepaid'), value: own(data?.sums.paid) },
        ];
  return <SummaryFigures figures={figures} />;
}
