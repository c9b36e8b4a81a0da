import { CODE_RESEND_SECONDS, normalizePhone } from '@sathi/domain/accounts.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiError } from '../../lib/api.ts';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { e164, emptyPhone, loadPhoneLibrary, type PhoneValue } from '../../lib/phone.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { toast } from '../../ui/toast.ts';
import { secondsFromNow, useHandover } from './handover.ts';
import type { Entry } from './use-entry.ts';

/** Phone and password. What the identity service refuses is said below them. */
export function LoginForm({ entry }: { entry: Entry }) {
  const { t } = useText();
  const handover = useHandover();
  const [typedPhone, setPhone] = useState<PhoneValue>();
  const [password, setPassword] = useState('');
  const phone = typedPhone ?? { ...emptyPhone(), number: phoneOf(handover.username) };
  const { signIn, isLeaving } = useSignIn(entry);

  const submit = async () => {
    if (phone.number.trim() === '' || password === '') return;
    await loadPhoneLibrary().catch(() => undefined);
    signIn.mutate({ body: { username: usernameOf(phone), password } });
  };
  const isBusy = signIn.isPending || isLeaving;
  return (
    <Form
      onSubmit={() => void submit()}
      busy={isBusy}
      error={signIn.error && signIn.error.code !== 'user_not_confirmed' ? errorSentence(signIn.error, t) : undefined}
    >
      <PhoneField
        label={t('identity.field.phone')}
        value={phone}
        onValueChange={setPhone}
        autoComplete="username"
        required
      />
      <PasswordField
        label={t('identity.field.password')}
        value={password}
        onValueChange={setPassword}
        name="password"
        autoComplete="current-password"
        required
      />
      <Button
        {...demo('signIn')}
        type="submit"
        wide
        busy={isBusy}
        disabled={phone.number.trim() === '' || password === ''}
      >
        {t('identity.login.submit')}
      </Button>
    </Form>
  );
}

function useSignIn(entry: Entry) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const { returnTo } = useHandover();
  const [isLeaving, setLeaving] = useState(false);
  const onward = returnTo ? { returnTo } : {};
  const signIn = useSend('signIn', {
    onSuccess: (data) => {
      if ('challenge' in data) {
        navigate(paths.resetPassword(mfiName), { state: { ...onward, challengeSession: data.session } });
        return;
      }
      setLeaving(data.user !== null);
      entry.enter(data);
    },
    onError: (error: ApiError, { body }) => {
      if (error.code !== 'user_not_confirmed') return;
      toast.info(error.detail || t('identity.login.notConfirmed'));
      const resendAt = secondsFromNow(error.retryAfterSeconds ?? CODE_RESEND_SECONDS);
      navigate(paths.verifyCode(mfiName), { state: { ...onward, username: body.username, resendAt } });
    },
  });
  return { signIn, isLeaving };
}

/** A number with its country's code, or as it was typed: whether it exists is for the service to say. */
function usernameOf(phone: PhoneValue): string {
  return e164(phone) ?? normalizePhone(phone.number);
}

function phoneOf(username: string | undefined): string {
  return username?.startsWith('+') ? username : '';
}
