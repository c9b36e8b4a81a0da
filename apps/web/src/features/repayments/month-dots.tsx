import { dollarsOf } from '@sathi/domain/money.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import { ChartLegend } from '../../ui/chart.tsx';
import { classes } from '../../ui/classes.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type Instalment, INSTALMENT_LOOKS, type InstalmentState } from './instalments.ts';
import styles from './month-dots.module.css';

/** `currency` is that of the loan's own money; null for dollars. */
type Props = { instalments: readonly Instalment[]; currency: string | null };

/** One dot a month, as many lines of them as it takes. Shape and fill differ, so that colour is not alone. */
export function MonthDots({ instalments, currency }: Props) {
  const { t, format } = useText();
  const paid = instalments.filter(({ state }) => state === 'paid').length;
  const summary = t('money.timeline.summary', {
    paid: format.number(paid),
    months: format.number(instalments.length),
  });
  const present = (Object.keys(INSTALMENT_LOOKS) as InstalmentState[]).filter((state) =>
    instalments.some((month) => month.state === state),
  );
  return (
    <div className={styles.months}>
      <p className={styles.summary}>{summary}</p>
      <ol className={styles.dots} aria-label={summary}>
        {instalments.map(({ number, dueOn, amountCents, local, state }) => {
          const sum = local && currency ? { amount: local.amount, currency } : null;
          const amount = localFirst(sum, dollarsOf(amountCents), format);
          const facts = [format.date(dueOn), amount, t(INSTALMENT_LOOKS[state].word)];
          return (
            <li key={number} className={classes(styles.dot, styles[state])} title={format.joined(facts)}>
              <VisuallyHidden>{format.joined(facts)}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
      <ChartLegend
        label={t('money.timeline.legend')}
        keys={present.map((state) => ({
          label: t(INSTALMENT_LOOKS[state].word),
          look: classes(styles.dot, styles[state]),
        }))}
      />
    </div>
  );
}
