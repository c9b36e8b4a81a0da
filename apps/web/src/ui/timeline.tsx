import type { ReactNode } from 'react';
import { type TextKey, useText } from '../lib/text.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './timeline.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type StepState = 'done' | 'current' | 'waiting' | 'failed' | 'upcoming';
export type Step = { title: ReactNode; detail?: ReactNode; state: StepState };

const STATES: Record<StepState, { word: TextKey; icon: IconName }> = {
  done: { word: 'common.stepDone', icon: 'check' },
  current: { word: 'common.stepCurrent', icon: 'arrow-forward' },
  waiting: { word: 'common.stepWaiting', icon: 'clock' },
  failed: { word: 'common.stepFailed', icon: 'alert-circle' },
  upcoming: { word: 'common.stepUpcoming', icon: 'more' },
};

type Props = {
  label?: string;
  steps: readonly Step[];
  /** Side by side, where there is room for that. */
  isAcross?: boolean;
};

/** Past, present and coming steps, in order. */
export function Timeline({ label, steps, isAcross = false }: Props) {
  const { t } = useText();
  return (
    <ol className={isAcross ? styles.across : undefined} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={index}
          className={classes(styles.step, styles[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            <Icon name={STATES[step.state].icon} size="small" />
          </span>
          <div>
            <p className={styles.title}>
              <VisuallyHidden>{t(STATES[step.state].word)}: </VisuallyHidden>
              {step.title}
            </p>
            {step.detail && <div className={styles.detail}>{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
