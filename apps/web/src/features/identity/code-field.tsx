import { normalizeCode } from '@sathi/domain/accounts.ts';
import { useText } from '../../lib/text.tsx';
import { useRetainedInput } from '../../lib/use-retained-input.ts';
import { Field, type ValueProps } from '../../ui/field.tsx';
import styles from '../../ui/field.module.css';

const CODE_LENGTH = 6;

/** The code from an SMS. Phones offer it from the message; pasted spaces and local digits are understood. */
export function CodeField({ label, hint, error, value, onValueChange, ...rest }: Omit<ValueProps, 'placeholder'>) {
  const { t } = useText();
  const change = (typed: string) => onValueChange(normalizeCode(typed).replace(/\D/g, '').slice(0, CODE_LENGTH));
  const ref = useRetainedInput<HTMLInputElement>(value, change);
  return (
    <Field label={label} hint={hint ?? t('common.codeHint')} error={error}>
      {(control) => (
        <input
          {...control}
          {...rest}
          ref={ref}
          className={`${styles.control} ${styles.code}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
