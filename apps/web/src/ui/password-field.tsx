import { useState } from 'react';
import { useText } from '../lib/text.tsx';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { IconButton } from './icon-button.tsx';

/** `autoComplete` says which password: `current-password` or `new-password`. */
export function PasswordField({ label, hint, error, optional, value, onValueChange, ...rest }: ValueProps) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <div className={styles.joined} dir="ltr">
          <input
            {...control}
            {...rest}
            ref={ref}
            className={`${styles.control} ${styles.withEnd}`}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          <span className={styles.end}>
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              name={t(shown ? 'common.hidePassword' : 'common.showPassword')}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
