import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';

type Props = Omit<ValueProps, 'placeholder'> & {
  /** `YYYY-MM-DD`, as the value. */
  min?: string;
  max?: string;
};

/** A calendar day, with the calendar of the device. */
export function DateField({ label, hint, error, optional, value, onValueChange, ...rest }: Props) {
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <input
          {...control}
          {...rest}
          ref={ref}
          className={styles.control}
          type="date"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
