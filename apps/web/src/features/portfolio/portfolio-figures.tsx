import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { StatBox } from '../../ui/stat-box.tsx';
import styles from './portfolio.module.css';

type Props = { portfolio: DataOf<'findPortfolio'> };

/** What was lent, what came back, what is still out and how much of it is late, and what may be lent again. */
export function PortfolioFigures({ portfolio }: Props) {
  const { t, format } = useText();
  const { lent, cameBack, stillOut, late, credit, loansCount } = portfolio;
  return (
    <div className={styles.figures} role="group" aria-label={t('portfolio.figures')}>
      <StatBox
        label={t('portfolio.lent')}
        figure={format.money(lent)}
        details={[{ label: t('portfolio.inLoans', { count: loansCount }), value: '' }]}
      />
      <StatBox
        label={t('portfolio.cameBack')}
        figure={format.money(cameBack)}
        details={lent > 0 ? [{ label: t('portfolio.ofLent'), value: format.percent(cameBack / lent) }] : []}
      />
      <StatBox
        label={t('portfolio.stillOut')}
        figure={format.money(stillOut)}
        details={[
          late > 0
            ? { label: t('portfolio.ofItLate'), value: format.money(late) }
            : { label: t('portfolio.nothingLate'), value: '' },
        ]}
      />
      <StatBox
        label={t('portfolio.credit')}
        figure={format.money(credit)}
        details={[{ label: t('portfolio.creditHint'), value: '' }]}
      />
    </div>
  );
}
