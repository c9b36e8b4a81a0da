import { parseIdentity } from '@sathi/domain/accounts.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { secondsFromNow, useHandover } from './handover.ts';

/** One field for a phone or an e-mail address; a code goes there if an account exists (R17.6). */
export function ForgotForm() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const [typed, setTyped] = useState(useHandover().username ?? '');
  const [problem, setProblem] = useState<TextKey>();
  const forgot = useSend('forgotPassword', {
    onSuccess: ({ codeDelivery }, { body }) =>
      navigate(paths.resetPassword(mfiName), {
        state: { username: body.username, resendAt: secondsFromNow(codeDelivery.resendAfterSeconds) },
      }),
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  const submit = () => {
    const text = typed.trim();
    const identity = parseIdentity(text);
    setProblem(text === '' ? 'identity.problem.phoneRequired' : identity ? undefined : 'identity.problem.phoneInvalid');
    if (text !== '' && identity) forgot.mutate({ body: { username: identity.value } });
  };
  return (
    <Form onSubmit={submit} busy={forgot.isPending} error={forgot.error ? errorSentence(forgot.error, t) : undefined}>
      <TextField
        label={t('identity.field.identity')}
        hint={t('identity.forgot.hint')}
        error={problem && t(problem)}
        value={typed}
        onValueChange={setTyped}
        name="identity"
        autoComplete="username"
        dir="ltr"
        required
      />
      <Button {...demo('sendCode')} type="submit" wide busy={forgot.isPending}>
        {t('identity.forgot.submit')}
      </Button>
    </Form>
  );
}
