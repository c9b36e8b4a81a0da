import { normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { e164, loadPhoneLibrary, type PhoneValue, useEmptyPhone } from './phone.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { EmailField } from './profile-fields.tsx';
import { useHandover } from './handover.ts';
import styles from './identity.module.css';
import type { Entry } from './use-entry.ts';
import { useSignIn } from './use-sign-in.ts';

/** Phone, or on wish the e-mail, and password. A refusal of the identity service stands below them. */
export function LoginForm({ entry }: { entry: Entry }) {
  const { t } = useText();
  const identity = useSignInName();
  const [password, setPassword] = useState('');
  const { signIn, isLeaving } = useSignIn(entry);
  const isEmpty = identity.typed.trim() === '' || password === '';

  const submit = async () => {
    if (isEmpty) return;
    await loadPhoneLibrary().catch(() => undefined);
    signIn.mutate({ body: { username: identity.username(), password } });
  };
  const isBusy = signIn.isPending || isLeaving;
  return (
    <Form
      onSubmit={() => void submit()}
      busy={isBusy}
      error={signIn.error && signIn.error.code !== 'user_not_confirmed' ? errorSentence(signIn.error, t) : undefined}
    >
      <div className={styles.switched}>
        {identity.field}
        <Button variant="plain" small onClick={identity.change}>
          {t(identity.isEmail ? 'identity.login.byPhone' : 'identity.login.byEmail')}
        </Button>
      </div>
      <PasswordField
        label={t('identity.field.password')}
        value={password}
        onValueChange={setPassword}
        name="password"
        autoComplete="current-password"
        required
      />
      <Button {...help('signIn')} type="submit" wide busy={isBusy} disabled={isEmpty}>
        {t('identity.login.submit')}
      </Button>
    </Form>
  );
}

/** The name of the account: a phone, with the keys for digits, or a confirmed e-mail address (R33.2). */
function useSignInName() {
  const { t } = useText();
  const { username = '' } = useHandover();
  const empty = useEmptyPhone();
  const [isEmail, setIsEmail] = useState(username.includes('@'));
  const [phone = { ...empty, number: username.startsWith('+') ? username : '' }, setPhone] = useState<PhoneValue>();
  const [email, setEmail] = useState(username.includes('@') ? username : '');
  return {
    isEmail,
    change: () => setIsEmail(!isEmail),
    typed: isEmail ? email : phone.number,
    // A number with its country's code, or as it was typed: whether it exists is for the service to say.
    username: () => (isEmail ? normalizeEmail(email) : (e164(phone) ?? normalizePhone(phone.number))),
    field: isEmail ? (
      <EmailField value={email} onValueChange={setEmail} autoComplete="username" error={undefined} />
    ) : (
      <PhoneField
        label={t('identity.field.phone')}
        value={phone}
        onValueChange={setPhone}
        autoComplete="username"
        required
      />
    ),
  };
}
