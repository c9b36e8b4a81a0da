import { useId } from 'react';
import { groupedNumber, type PhoneValue, useCountries } from '../lib/phone.ts';
import { useText } from '../lib/text.tsx';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { FieldNote, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type Props = FieldProps & {
  value: PhoneValue;
  onValueChange: (value: PhoneValue) => void;
  required?: boolean;
  disabled?: boolean;
  /** `username` on sign-in, so that the browser offers the saved account. */
  autoComplete?: string;
};

/** Country and number. The number shows in the groups its country writes; `e164(value)` gives what the server wants. */
export function PhoneField({ label, hint, error, value, onValueChange, required, disabled, autoComplete }: Props) {
  const { t, locale } = useText();
  const countries = useCountries(locale);
  const id = useId();
  const setNumber = (number: string) => onValueChange({ ...value, number: groupedNumber({ ...value, number }) });
  const ref = useRetainedInput<HTMLInputElement>(value.number, setNumber);
  return (
    <fieldset className={styles.field} aria-describedby={error || hint ? `${id}-note` : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.phone}>
        <div className={styles.select}>
          <select
            className={styles.control}
            aria-label={t('common.country')}
            autoComplete="tel-country-code"
            disabled={disabled}
            value={value.country}
            onChange={(event) => onValueChange({ ...value, country: event.target.value })}
          >
            {countries.map((country) => (
              <option key={country.value} value={country.value}>
                {country.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
        <input
          ref={ref}
          className={`${styles.control} ${styles.number}`}
          type="tel"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          autoComplete={autoComplete ?? 'tel-national'}
          required={required}
          disabled={disabled}
          value={value.number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
      {(error || hint) && <FieldNote id={`${id}-note`} hint={hint} error={error} />}
    </fieldset>
  );
}
