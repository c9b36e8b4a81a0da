import { useState } from 'react';
import { useLocation } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { secondsFromNow, useHandover, useOnward } from './handover.ts';
import { identityOf, type PhoneValue, useEmptyPhone, useSmsReach } from './phone.ts';
import { PhoneField } from './phone-field.tsx';
import { identityProblem } from './password-problems.ts';

/** One field for a phone or an e-mail address; a code goes there if an account exists (R17.6). */
export function ForgotForm() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const onward = useOnward();
  const empty = useEmptyPhone();
  const { username = '' } = useHandover();
  const reachesBySms = useSmsReach();
  const form = useForm(useState<{ typed?: PhoneValue }>({}), ({ typed }) => ({
    typed:
      identityOf(typed ?? { ...empty, number: username }) === null && t(identityProblem(typed?.number ?? username)),
  }));
  const identity = form.values.typed ?? { ...empty, number: username };
  const forgot = useSend('forgotPassword', {
    onSuccess: ({ codeDelivery }, { body }) =>
      navigate(paths.resetPassword(mfiName), {
        state: { ...onward, username: body.username, resendAt: secondsFromNow(codeDelivery.resendAfterSeconds) },
      }),
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  const submit = () =>
    form.attempt(() => {
      const named = identityOf(identity);
      if (named) forgot.mutate({ body: { username: named.value } });
    });
  return (
    <Form onSubmit={submit} busy={forgot.isPending} error={forgot.error ? errorSentence(forgot.error, t) : undefined}>
      <PhoneField
        label={t('identity.field.identity')}
        hint={<span role="status">{!reachesBySms(identity) && t('identity.forgot.noSms')}</span>}
        value={identity}
        onValueChange={(typed) => form.set({ typed })}
        error={form.errorAt('typed')}
        autoComplete="username"
        orEmail
        required
      />
      <Button {...help('sendCode')} type="submit" wide busy={forgot.isPending}>
        {t('identity.forgot.submit')}
      </Button>
    </Form>
  );
}
