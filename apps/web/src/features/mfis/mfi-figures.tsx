import { severalSums } from '../../lib/local-amount.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatBox } from '../../ui/stat-box.tsx';
import styles from './office.module.css';
import { type MfiFilter, type OwnMfi, useStats } from './use-office.ts';

type Box = keyof DataOf<'mfiStats'>;

const BOXES: readonly { box: Box; label: StaffTextKey; filter: MfiFilter }[] = [
  { box: 'inProgress', label: 'mfi.stats.inProgress', filter: 'published' },
  { box: 'active', label: 'mfi.stats.active', filter: 'active' },
  { box: 'repaid', label: 'mfi.stats.repaid', filter: 'repaid' },
];

type Props = { mfi: OwnMfi; filter: MfiFilter; onFilter: (filter: MfiFilter) => void };

/**
 * The figures of the loans in progress, active and repaid (R11.3). Each filters the list; pressing it again shows all
 * loans.
 */
export function MfiFigures({ mfi, filter, onFilter }: Props) {
  const { t, format } = useStaffText();
  const stats = useStats(mfi);
  // An amount in dollars alone says that it is in dollars.
  const amountOf = ({ amount, sums }: DataOf<'mfiStats'>[Box]) =>
    sums.amount.some(({ currency }) => currency !== 'USD')
      ? severalSums(sums.amount, format)
      : t('money.usd', { amount: format.money(amount) });
  if (stats.isError && !stats.data) return <ErrorState onRetry={() => void stats.refetch()} />;
  return (
    <div className={styles.boxes} role="group" aria-label={t('mfi.stats.title')}>
      {BOXES.map(({ box, label, filter: own }) => {
        const figures = stats.data?.[box];
        if (!figures) return <Skeleton key={box} shape="box" />;
        return (
          <StatBox
            key={box}
            label={t(label)}
            figure={format.number(figures.count)}
            details={[
              { label: t('mfi.stats.balance'), value: severalSums(figures.sums.balance, format) },
              { label: t('mfi.stats.amount'), value: amountOf(figures) },
            ]}
            selected={filter === own}
            onSelect={() => onFilter(filter === own ? '' : own)}
          />
        );
      })}
    </div>
  );
}
