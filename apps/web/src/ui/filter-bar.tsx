import { useId } from 'react';
import { useText } from '../lib/text.tsx';
import { classes } from './classes.ts';
import styles from './filter-bar.module.css';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; count?: number }[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** All of them to be seen at once, in as many rows as that takes. */
  wraps?: boolean;
};

/** One choice of several, as chips in a row that scrolls within itself; none is chosen while `value` is none of them. */
export function FilterBar<Value extends string>({ label, options, value, onValueChange, wraps }: Props<Value>) {
  const { format } = useText();
  const name = useId();
  return (
    <div className={classes(styles.bar, wraps && styles.wraps)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes(styles.chip, option.value === value && styles.chosen)}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{format.number(option.count)}</span>}
        </label>
      ))}
    </div>
  );
}
