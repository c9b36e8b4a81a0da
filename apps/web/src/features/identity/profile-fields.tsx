import { useText } from '../../lib/text.tsx';
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
        value={value.firstName}
        onValueChange={(firstName) => onValueChange({ firstName })}
        name="firstName"
        autoComplete="given-name"
        required
      />
      <TextField
        label={t('identity.field.lastName')}
        error={errors.lastName}
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

type FieldProps = { value: string; onValueChange: (value: string) => void; error: string | undefined };

export function EmailField({ value, onValueChange, error }: FieldProps) {
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
      autoComplete="email"
      required
    />
  );
}
