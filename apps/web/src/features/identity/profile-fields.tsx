import { NAME_LENGTH_MAX } from '@sathi/domain/accounts.ts';
import { useText } from '../../lib/text.tsx';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './identity.module.css';

type Errors = { firstName?: string | undefined; lastName?: string | undefined };
type Names = { firstName: string; lastName: string };

export function NameFields({ value, onValueChange, errors }: NameFieldsProps) {
  const { t } = useText();
  return (
    <div className={styles.pair}>
      <TextField
        label={t('identity.field.firstName')}
        error={errors.firstName}
        aside={counterBeyond(value.firstName, NAME_LENGTH_MAX)}
        value={value.firstName}
        onValueChange={(firstName) => onValueChange({ firstName })}
        name="firstName"
        autoComplete="given-name"
        required
      />
      <TextField
        label={t('identity.field.lastName')}
        error={errors.lastName}
        aside={counterBeyond(value.lastName, NAME_LENGTH_MAX)}
        value={value.lastName}
        onValueChange={(lastName) => onValueChange({ lastName })}
        name="lastName"
        autoComplete="family-name"
        required
      />
    </div>
  );
}
type NameFieldsProps = { value: Names; onValueChange: (changed: Partial<Names>) => void; errors: Errors };

type FieldProps = {
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
  /** `username` on sign-in. */
  autoComplete?: string;
};

export function EmailField({ value, onValueChange, error, autoComplete = 'email' }: FieldProps) {
  const { t } = useText();
  return (
    <TextField
      label={t('identity.field.email')}
      type="email"
      inputMode="email"
      error={error}
      value={value}
      onValueChange={onValueChange}
      name="email"
      autoComplete={autoComplete}
      required
    />
  );
}
