import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { LengthCounter } from './length-counter.tsx';
import { directionOfWords } from './text-direction.ts';

type Props = ValueProps & {
  /** The limit in code points, as the server counts them. Longer text is kept and marked, never cut. */
  maxLength?: number;
  rows?: number;
};

export function TextAreaField(props: Props) {
  const { label, hint, error, optional, value, onValueChange, maxLength, rows = 4, ...rest } = props;
  const ref = useRetainedInput<HTMLTextAreaElement>(value, onValueChange);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(optional && { optional })}
      aside={maxLength !== undefined && <LengthCounter value={value} maxLength={maxLength} />}
    >
      {(control) => (
        <textarea
          {...control}
          {...rest}
          ref={ref}
          className={styles.control}
          dir={directionOfWords(value)}
          rows={rows}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
