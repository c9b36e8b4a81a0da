import { type ReactNode, useId } from 'react';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { directionOfWords } from './text-direction.ts';

type Props = ValueProps & {
  type?: 'text' | 'email' | 'search' | 'url' | 'tel';
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel' | 'search';
  /** `auto` for people's own words; `ltr` for addresses and numbers. */
  dir?: 'auto' | 'ltr';
  /** An addition such as a `LengthCounter`: the limit of a browser is counted in UTF-16, and cuts inside letters. */
  aside?: ReactNode;
  /** Offered while one types; anything else may be typed. */
  suggestions?: readonly string[] | undefined;
  /** The text can be read and copied, not changed. */
  readOnly?: boolean;
};

export function TextField(props: Props) {
  const { label, hint, error, optional, value, onValueChange, type, dir, aside, suggestions = [], ...rest } = props;
  const listId = useId();
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })} aside={aside}>
      {(control) => (
        <>
          <input
            {...control}
            {...rest}
            {...(suggestions.length > 0 && { list: listId })}
            ref={ref}
            className={styles.control}
            type={type ?? 'text'}
            dir={dir ?? (type === 'email' || type === 'url' || type === 'tel' ? 'ltr' : directionOfWords(value))}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          {suggestions.length > 0 && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion}>{suggestion}</option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
