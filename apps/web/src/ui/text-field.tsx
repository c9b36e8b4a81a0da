import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { LengthCounter } from './length-counter.tsx';
import { directionOfWords } from './text-direction.ts';

type Props = ValueProps & {
  type?: 'text' | 'email' | 'search' | 'url' | 'tel';
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel' | 'search';
  /** `auto` for people's own words; `ltr` for addresses and numbers. */
  dir?: 'auto' | 'ltr';
  /** In code points, as the server counts them. Longer text is kept and marked; a browser would cut it inside a letter. */
  maxLength?: number;
  /** Shown to be read and copied, not changed. */
  readOnly?: boolean;
};

export function TextField(props: Props) {
  const { label, hint, error, optional, value, onValueChange, type, dir, maxLength, ...rest } = props;
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(optional && { optional })}
      aside={
        maxLength !== undefined &&
        lengthInCodePoints(value) > maxLength && <LengthCounter value={value} maxLength={maxLength} />
      }
    >
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
