import { useText } from '../lib/text.tsx';
import styles from './progress-bar.module.css';

/** The bar and the sentence that says the same: "$140 of $400 · 6 backers · 9 days left". */
export function ProgressBar({ value, max, sentence }: { value: number; max: number; sentence: string }) {
  const { t } = useText();
  return (
    <div className={styles.group}>
      <progress
        className={styles.bar}
        value={value}
        max={max}
        aria-label={t('common.progress')}
        aria-valuetext={sentence}
      />
      <p className={styles.sentence}>{sentence}</p>
    </div>
  );
}
