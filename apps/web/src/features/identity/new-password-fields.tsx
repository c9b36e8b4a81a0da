import { PASSWORD_LENGTH_MIN } from '@sathi/domain/accounts.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useText } from '../../lib/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './identity.module.css';
import type { NewPassword } from './password-problems.ts';

type Props = {
  label: string;
  value: NewPassword;
  onValueChange: (value: NewPassword) => void;
  errors: { password?: string | undefined; confirmation?: string | undefined };
  disabled?: boolean;
};

/** A password, the same again, and the rules that tick themselves off while it is typed. */
export function NewPasswordFields({ label, value, onValueChange, errors, disabled = false }: Props) {
  const { t } = useText();
  const { password, confirmation } = value;
  return (
    <>
      <PasswordField
        label={label}
        error={errors.password}
        value={password}
        onValueChange={(typed) => onValueChange({ ...value, password: typed })}
        autoComplete="new-password"
        required
        disabled={disabled}
      />
      <PasswordField
        label={t('identity.field.confirmPassword')}
        error={errors.confirmation}
        value={confirmation}
        onValueChange={(typed) => onValueChange({ ...value, confirmation: typed })}
        autoComplete="new-password"
        required
        disabled={disabled}
      />
      <ul className={styles.rules}>
        <Rule isMet={lengthInCodePoints(password) >= PASSWORD_LENGTH_MIN} text={t('identity.rule.length')} />
        <Rule isMet={password !== '' && confirmation === password} text={t('identity.rule.same')} />
      </ul>
    </>
  );
}

function Rule({ isMet, text }: { isMet: boolean; text: string }) {
  const { t } = useText();
  return (
    <li className={isMet ? styles.met : undefined}>
      {isMet ? <Icon name="check-circle" size="small" /> : <span className={styles.ring} aria-hidden="true" />}
      {text}
      <VisuallyHidden> ({t(isMet ? 'identity.rule.met' : 'identity.rule.open')})</VisuallyHidden>
    </li>
  );
}
