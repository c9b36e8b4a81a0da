import { useText } from '../lib/text.tsx';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';

/**
 * US dollars as typed. A text control, because a number control drops Bengali and Arabic digits; read the value
 * with `trimmedDecimal`.
 */
export function AmountField({ label, hint, error, optional, value, onValueChange, ...rest }: ValueProps) {
  const { t } = useText();
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <div className={styles.joined} dir="ltr">
          <span className={styles.currency} aria-hidden="true">
            $
          </span>
          <input
            {...control}
            {...rest}
            ref={ref}
            className={`${styles.control} ${styles.amount}`}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          <abbr className={styles.unit} title={t('common.usDollars')}>
            USD
          </abbr>
        </div>
      )}
    </Field>
  );
}
