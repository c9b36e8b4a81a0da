import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';

/** A few secret digits on the keys of a phone. No browser is to keep them. */
export function PinField({ label, hint, error, value, onValueChange }: Omit<ValueProps, 'placeholder'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          className={`${styles.control} ${styles.code}`}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
