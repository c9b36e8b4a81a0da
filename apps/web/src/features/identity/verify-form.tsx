import { useState } from 'react';
import { useLocation } from 'wouter';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { e164, emptyPhone, loadPhoneLibrary } from '../../lib/phone.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useHandover } from './handover.ts';
import { ResendCode } from './resend-code.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';

/** The code from the phone. Opened without a phone in hand, it asks for that too. */
export function VerifyForm() {
  const { t } = useText();
  const { username, returnTo } = useHandover();
  const mfiName = useMfiName();
  const [, navigate] = useLocation();
  const [typedPhone, setPhone] = useState<ReturnType<typeof emptyPhone>>();
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<{ phone?: string; code?: string }>({});
  const phone = typedPhone ?? emptyPhone();
  const account = username ?? e164(phone);
  const confirmSignUp = useSend('confirmSignUp', {
    onSuccess: (_, { body }) => {
      toast.success(t('identity.verify.confirmed'));
      const state = { ...(returnTo && { returnTo }), username: body.username };
      navigate(paths.login(mfiName), { replace: true, state });
    },
  });
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
      <Form onSubmit={() => void submit()} busy={confirmSignUp.isPending}>
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
        <Button {...demo('verify')} type="submit" wide busy={confirmSignUp.isPending}>
          {t('identity.verify.submit')}
        </Button>
      </Form>
      <ResendCode username={account} onSent={() => setCode('')} />
    </>
  );
}
