import { useState } from 'react';
import { useLocation } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { e164, loadPhoneLibrary, type PhoneValue, useEmptyPhone } from './phone.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { PhoneField } from './phone-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useHandover, useOnward } from './handover.ts';
import { ResendCode } from './resend-code.tsx';
import { takePassword } from './typed-password.ts';
import type { Entry } from './use-entry.ts';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { useSignIn } from './use-sign-in.ts';
import { useSmsCode } from './use-sms-code.ts';

/**
 * The code from the phone. Opened without a phone in hand, it asks for that too. With the password that was typed just
 * before, it signs in; after a reload the log-in page asks for it, or a random one is replaced.
 */
export function VerifyForm({ entry }: { entry: Entry }) {
  const { t } = useText();
  const { username, passwordLater } = useHandover();
  const onward = useOnward();
  const mfiName = useMfiName();
  const [, navigate] = useLocation();
  const [typedPhone, setPhone] = useState<PhoneValue>();
  const [code, setCode] = useState('');
  useSmsCode(setCode);
  const [problems, setProblems] = useState<{ phone?: string; code?: string }>({});
  const empty = useEmptyPhone();
  const phone = typedPhone ?? empty;
  const account = username ?? e164(phone);
  const { signIn, isLeaving } = useSignIn(entry);
  const logIn = (confirmed: string) => {
    toast.success(t(passwordLater ? 'identity.verify.confirmedLater' : 'identity.verify.confirmed'));
    const next = passwordLater ? paths.forgotPassword(mfiName) : paths.login(mfiName);
    navigate(next, { replace: true, state: { ...onward, username: confirmed } });
  };
  const confirmSignUp = useSend('confirmSignUp', {
    onSuccess: (_, { body }) => {
      const password = takePassword(body.username);
      if (password === undefined) logIn(body.username);
      else signIn.mutate({ body: { username: body.username, password } }, { onError: () => logIn(body.username) });
    },
  });
  const isBusy = confirmSignUp.isPending || signIn.isPending || isLeaving;
  useFocusOnProblem(problems, confirmSignUp.error);
  const submit = async () => {
    await loadPhoneLibrary().catch(() => undefined);
    const to = username ?? e164(phone);
    setProblems({
      ...(to === undefined && {
        phone: t(phone.number ? 'identity.problem.phoneInvalid' : 'identity.problem.phoneRequired'),
      }),
      ...(code === '' && { code: t('common.required') }),
    });
    if (to !== undefined && code !== '') confirmSignUp.mutate({ body: { username: to, code } });
  };
  const refusal = confirmSignUp.error && errorSentence(confirmSignUp.error, t);
  return (
    <>
      <Form onSubmit={() => void submit()} busy={isBusy}>
        {username === undefined && (
          <PhoneField
            label={t('identity.field.phone')}
            error={problems.phone}
            value={phone}
            onValueChange={setPhone}
            required
          />
        )}
        <CodeField
          label={t('identity.field.code')}
          error={problems.code ?? refusal ?? undefined}
          value={code}
          onValueChange={setCode}
          required
        />
        <Button {...help('verify')} type="submit" wide busy={isBusy}>
          {t('identity.verify.submit')}
        </Button>
      </Form>
      <ResendCode username={account} onSent={() => setCode('')} />
    </>
  );
}
