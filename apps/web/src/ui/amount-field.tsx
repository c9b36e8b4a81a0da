import { useText } from '../lib/text.tsx';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';

type Props = ValueProps & {
  /** The currency, where it is another than US dollars. */
  currency?: string | undefined;
};

/**
 * An amount as typed, in US dollars unless `currency` says another. A text control, because a number control drops
 * Bengali and Arabic digits; read the value with `trimmedDecimal`.
 */
export function AmountField({ label, hint, error, optional, value, onValueChange, currency, ...rest }: Props) {
  const { t } = useText();
  const ref = useRetainedInput<HTMLInputElement>(value, onValueChange);
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <div className={styles.joined} dir="ltr">
          {currency === undefined && (
            <span className={styles.currency} aria-hidden="true">
              $
            </span>
          )}
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
          <abbr className={styles.unit} title={currency ?? t('common.usDollars')}>
            {currency ?? 'USD'}
          </abbr>
        </div>
      )}
    </Field>
  );
}
