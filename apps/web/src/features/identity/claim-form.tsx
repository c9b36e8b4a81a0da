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
import { secondsFromNow } from './handover.ts';
import { identityProblem } from './password-problems.ts';
import { identityOf, type PhoneValue, useEmptyPhone } from './phone.ts';
import { PhoneField } from './phone-field.tsx';
import { TermsAgreement } from './terms.tsx';

type Typed = { phone?: PhoneValue; hasAgreed: boolean };

/** The phone that staff wrote down: a code goes there, and a password makes the account its owner’s (R31.5). */
export function ClaimForm({ returnTo }: { returnTo: string }) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const empty = useEmptyPhone();
  const form = useForm<Typed>(useState<Typed>({ hasAgreed: false }), ({ phone = empty }) => ({
    phone: identityOf(phone) === null && t(identityProblem(phone.number)),
  }));
  const { phone = empty, hasAgreed } = form.values;
  const send = useSend('forgotPassword', {
    onSuccess: ({ codeDelivery }, { body }) =>
      navigate(paths.resetPassword(mfiName), {
        state: {
          returnTo,

          username: body.username,
          resendAt: secondsFromNow(codeDelivery.resendAfterSeconds),
        },
      }),
  });
  const submit = () =>
    form.attempt(() => {
      const named = identityOf(phone);
      if (named) send.mutate({ body: { username: named.value } });
    });
  return (
    <Form onSubmit={submit} busy={send.isPending} error={send.error ? errorSentence(send.error, t) : undefined}>
      <PhoneField
        label={t('identity.field.phone')}
        value={phone}
        onValueChange={(typed) => form.set({ phone: typed })}
        error={form.errorAt('phone')}
        autoComplete="username"
        required
      />
      <TermsAgreement checked={hasAgreed} onCheckedChange={(agreed) => form.set({ hasAgreed: agreed })} />
      <Button {...help('sendCode')} type="submit" wide busy={send.isPending} disabled={!hasAgreed}>
        {t('identity.forgot.submit')}
      </Button>
    </Form>
  );
}
