import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { directionOfWords } from './text-direction.ts';

type Props = ValueProps & {
  type?: 'text' | 'email' | 'search' | 'url' | 'tel';
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel' | 'search';
  /** `auto` for people's own words; `ltr` for addresses and numbers. */
  dir?: 'auto' | 'ltr';
  maxLength?: number;
  /** Shown to be read and copied, not changed. */
  readOnly?: boolean;
};

export function TextField({ label, hint, error, optional, value, onValueChange, type, dir, ...rest }: Props) {
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <input
          {...control}
          {...rest}
          ref={ref}
          className={styles.control}
          type={type ?? 'text'}
          dir={dir ?? (type === 'email' || type === 'url' || type === 'tel' ? 'ltr' : directionOfWords(value))}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
