import { useMoneyText } from '../../lib/text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { figureName, howCounted, MONEY_FIGURES, TIME_FIGURES } from './figure-words.ts';
import styles from './how-we-count.module.css';

/** A line for each figure: the way it is counted, and why some are hidden. */
export function HowWeCount() {
  const { t } = useMoneyText();
  return (
    <Panel title={t('figures.how.title')}>
      <p>{t('figures.how.hidden')}</p>
      <dl className={styles.list}>
        {[...MONEY_FIGURES, ...TIME_FIGURES].map((figure) => (
          <div key={figure}>
            <dt>{t(figureName(figure))}</dt>
            <dd>{t(howCounted(figure))}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
