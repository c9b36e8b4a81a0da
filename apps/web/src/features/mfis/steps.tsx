import { type TextKey, useText } from '../../lib/text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './start.module.css';

const STEPS: readonly { icon: IconName; title: TextKey; text: TextKey }[] = [
  { icon: 'edit', title: 'identity.start.stepAsk', text: 'identity.start.stepAskText' },
  { icon: 'users', title: 'identity.start.stepBack', text: 'identity.start.stepBackText' },
  { icon: 'calendar', title: 'identity.start.stepRepay', text: 'identity.start.stepRepayText' },
];

/** A loan from beginning to end, in three steps. */
export function Steps() {
  const { t, format } = useText();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className={styles.heading}>
        {t('identity.start.stepsTitle')}
      </h2>
      <ol className={styles.steps}>
        {STEPS.map(({ icon, title, text }, index) => (
          <li key={title}>
            <span className={styles.stepMark}>
              <Icon name={icon} />
            </span>
            <h3>
              {format.number(index + 1)}. {t(title)}
            </h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
