import { useEffect } from 'react';
import { useText } from '../../lib/text.tsx';
import { useRetainedInput } from '../../lib/use-retained-input.ts';
import { Field, type FieldProps } from '../../ui/field.tsx';
import styles from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import {
  type Country,
  countryOf,
  groupedNumber,
  movedTo,
  type PhoneValue,
  rememberCountry,
  useCountries,
} from './phone.ts';

type Props = Omit<FieldProps, 'optional'> & {
  value: PhoneValue;
  onValueChange: (value: PhoneValue) => void;
  required?: boolean;
  disabled?: boolean;
  /** `username` on sign-in, so that the browser offers the saved account. */
  autoComplete?: string;
  /** An e-mail address may be typed as well: then the country stands back. */
  orEmail?: boolean;
};

/**
 * Country and number in one box. The number shows in the groups its country writes; `e164(value)` gives the form for the
 * server. The country that is shown is the one that the number is in, also when it was typed with its calling code.
 */
export function PhoneField({
  label,
  hint,
  error,
  value,
  onValueChange,
  autoComplete,
  orEmail = false,
  ...rest
}: Props) {
  const isEmail = orEmail && isWords(value.number);
  const setNumber = (number: string) =>
    onValueChange({ ...value, number: orEmail && isWords(number) ? number : groupedNumber({ ...value, number }) });
  const ref = useRetainedInput<HTMLInputElement>(value.number, setNumber);
  useEffect(() => rememberCountry(value), [value]);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.phone} data-invalid={control['aria-invalid']}>
          {isEmail ? (
            <span className={styles.country}>
              <Icon name="mail" />
            </span>
          ) : (
            <CountryChoice value={value} onValueChange={onValueChange} disabled={rest.disabled} />
          )}
          <input
            {...control}
            {...rest}
            ref={ref}
            className={styles.number}
            type={orEmail ? 'text' : 'tel'}
            autoComplete={autoComplete ?? 'tel'}
            value={value.number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

/** Whether what is typed is not the beginning of a number. */
function isWords(text: string): boolean {
  return /[\p{L}@]/u.test(text);
}

type ChoiceProps = Pick<Props, 'value' | 'onValueChange'> & { disabled: boolean | undefined };

/** The list of countries, of which only the letters and the code are seen while it is closed. */
function CountryChoice({ value, onValueChange, disabled }: ChoiceProps) {
  const { t, locale } = useText();
  const countries = useCountries(locale);
  const shown = countryOf(value);
  return (
    <div className={styles.country}>
      <span aria-hidden="true">{codeOf(countries, shown, value)}</span>
      <Icon name="chevron-down" size="small" />
      <select
        aria-label={t('common.country')}
        autoComplete="tel-country-code"
        disabled={disabled}
        value={shown ?? value.country}
        onChange={(event) => onValueChange(movedTo(event.target.value, value))}
      >
        {countries.map(({ code, name, callingCode }) => (
          <option key={code} value={code}>
            {callingCode === undefined ? name : `${name} \u2066+${callingCode}\u2069`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Letters and calling code, as some systems draw no flags; the letters alone beside a number that has the code itself. */
function codeOf(countries: readonly Country[], country: string | undefined, value: PhoneValue): string {
  if (country === undefined) return '';
  const { callingCode } = countries.find(({ code }) => code === country) ?? {};
  return value.number.startsWith('+') || country !== value.country || callingCode === undefined
    ? country
    : `${country} +${callingCode}`;
}
