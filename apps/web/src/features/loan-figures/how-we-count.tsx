import { useMoneyText } from '../../lib/text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { figureName, howCounted, MONEY_FIGURES, TIME_FIGURES } from './figure-words.ts';

/** A line for each figure: what it counts, and why some are hidden. */
export function HowWeCount() {
  const { t } = useMoneyText();
  return (
    <Panel title={t('figures.how.title')}>
      <p>{t('figures.how.hidden')}</p>
      <ReviewList
        rows={[...MONEY_FIGURES, ...TIME_FIGURES].map((figure) => ({
          label: t(figureName(figure)),
          value: t(howCounted(figure)),
        }))}
      />
    </Panel>
  );
}
