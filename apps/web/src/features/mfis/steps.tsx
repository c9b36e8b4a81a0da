import { type TextKey, useText } from '../../lib/text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './start.module.css';

type Step = { icon: IconName; title: TextKey; text: TextKey };

const SIDES: readonly { title: TextKey; steps: readonly Step[] }[] = [
  {
    title: 'identity.terms.borrowTitle',
    steps: [
      { icon: 'edit', title: 'identity.start.stepAsk', text: 'identity.start.stepAskText' },
      { icon: 'users', title: 'identity.start.stepBack', text: 'identity.start.stepBackText' },
      { icon: 'calendar', title: 'identity.start.stepRepay', text: 'identity.start.stepRepayText' },
    ],
  },
  {
    title: 'identity.terms.backTitle',
    steps: [
      { icon: 'search', title: 'identity.start.stepChoose', text: 'identity.start.stepChooseText' },
      { icon: 'heart', title: 'identity.start.stepLend', text: 'identity.start.stepLendText' },
      { icon: 'eye', title: 'identity.start.stepFollow', text: 'identity.start.stepFollowText' },
    ],
  },
];

/** A loan from beginning to end, as either side sees it. */
export function Steps() {
  const { t, format } = useText();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className={styles.heading}>
        {t('identity.start.stepsTitle')}
      </h2>
      <div className={styles.sides}>
        {SIDES.map(({ title: side, steps }) => (
          <div key={side}>
            <h3 className={styles.side}>{t(side)}</h3>
            <ol className={styles.steps}>
              {steps.map(({ icon, title, text }, index) => (
                <li key={title}>
                  <span className={styles.stepMark}>
                    <Icon name={icon} />
                  </span>
                  <div>
                    <h4>
                      {format.number(index + 1)}. {t(title)}
                    </h4>
                    <p>{t(text)}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
