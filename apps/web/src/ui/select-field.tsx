import { useRetainedInput } from '../lib/use-retained-input.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

export type SelectOption = { value: string; label: string; lang?: string };

type Props = Omit<ValueProps, 'placeholder'> & {
  options: readonly SelectOption[];
  /** The direction of the chosen words, where people wrote them: they are cut at their end, not where the page ends. */
  dir?: 'ltr' | 'rtl' | undefined;
};

export function SelectField({ label, hint, error, optional, value, onValueChange, options, ...rest }: Props) {
  // A list whose choices have not come yet shows another than the chosen one, which is no choice of the person.
  const isListed = options.some((option) => option.value === value);
  const ref = useRetainedInput<HTMLSelectElement>(value, (chosen) => isListed && onValueChange(chosen));
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <div className={styles.select}>
          <select
            {...control}
            {...rest}
            ref={ref}
            className={styles.control}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}
