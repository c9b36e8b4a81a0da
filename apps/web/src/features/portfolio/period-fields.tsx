import { type MoneyTextKey, useMoneyText } from '../../lib/text.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Stack } from '../../ui/page.tsx';
import styles from './portfolio.module.css';
import { type ChosenPeriod, PERIOD_CHOICES, type PeriodChoice } from './statement-period.ts';

const WORDS: Record<PeriodChoice, MoneyTextKey> = {
  month: 'portfolio.period.month',
  year: 'portfolio.period.year',
  all: 'portfolio.period.all',
  own: 'portfolio.period.own',
};

type Props = {
  chosen: ChosenPeriod;
  onChoose: (chosen: ChosenPeriod) => void;
  isBackwards: boolean;
  today: string;
};

/** One of the usual periods, or two days of one's own. */
export function PeriodFields({ chosen, onChoose, isBackwards, today }: Props) {
  const { t } = useMoneyText();
  const choose = (choice: PeriodChoice) =>
    onChoose(choice === 'own' ? { choice, from: `${today.slice(0, 7)}-01`, to: today } : { choice, from: '', to: '' });
  return (
    <Stack>
      <FilterBar
        label={t('portfolio.period.label')}
        options={PERIOD_CHOICES.map((value) => ({ value, label: t(WORDS[value]) }))}
        value={chosen.choice}
        onValueChange={choose}
      />
      {chosen.choice === 'own' && (
        <div className={styles.dates}>
          <DateField
            label={t('portfolio.period.from')}
            max={today}
            value={chosen.from}
            onValueChange={(from) => onChoose({ ...chosen, from })}
          />
          <DateField
            label={t('portfolio.period.to')}
            max={today}
            error={isBackwards ? t('portfolio.period.backwards') : undefined}
            value={chosen.to}
            onValueChange={(to) => onChoose({ ...chosen, to })}
          />
        </div>
      )}
    </Stack>
  );
}
