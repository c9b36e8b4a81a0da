import { useEffect, useRef } from 'react';
import { useText } from '../lib/text.tsx';
import { classes } from './classes.ts';
import styles from './step-head.module.css';

type Props = { step: number; count: number; title: string };

/** The number of the step, drawn and said. A new step takes the focus: at the field that led back to it, else here. */
export function StepHead({ step, count, title }: Props) {
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const wrong = heading.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? heading.current)?.focus();
  }, [step]);
  return (
    <div className={styles.step}>
      <div className={styles.marks} aria-hidden="true">
        {Array.from({ length: count }, (_, mark) => (
          <span key={mark} className={classes(styles.mark, mark <= step && styles.reached)} />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className={styles.stepTitle}>
        <span className={styles.stepCount}>{t('common.stepOf', { step: step + 1, count })}</span> {title}
      </h2>
    </div>
  );
}
