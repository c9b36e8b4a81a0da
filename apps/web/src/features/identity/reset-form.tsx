import { useState } from 'react';
import { useLocation } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { useHandover, useOnward } from './handover.ts';
import { isToOffers } from './is-to-offers.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { identityProblem, newPasswordProblems } from './password-problems.ts';
import { identityOf, type PhoneValue, useEmptyPhone } from './phone.ts';
import { PhoneField } from './phone-field.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';

const CODE_REFUSALS = ['code_mismatch', 'code_expired', 'code_locked'];

type Typed = { identity?: PhoneValue; code: string; password: string; confirmation: string };

/** The code, the new password, and the same again. Opened without an account in hand, it asks for that too. */
export function ResetForm() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const { username } = useHandover();
  const onward = useOnward();
  const reset = useSend('confirmForgotPassword', {
    onSuccess: (_, { body }) => {
      toast.success(t(isToOffers(onward) ? 'claim.done' : 'identity.reset.done'));
      navigate(paths.login(mfiName), { replace: true, state: { ...onward, username: body.username } });
    },
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  useFocusOnProblem(reset.error);
  const empty = useEmptyPhone();
  const form = useForm(useState<Typed>({ code: '', password: '', confirmation: '' }), (typed) => ({
    identity:
      username === undefined &&
      identityOf(typed.identity ?? empty) === null &&
      t(identityProblem(typed.identity?.number ?? '')),
    code: typed.code === '' && t('common.required'),
    ...inWords(newPasswordProblems(typed), t),
  }));
  const submit = () =>
    form.attempt(() => {
      const { identity = empty, code, password } = form.values;
      const account = username ?? identityOf(identity)?.value;
      if (account !== undefined) reset.mutate({ body: { username: account, code, newPassword: password } });
    });
  const refusal = reset.error && errorSentence(reset.error, t);
  const isCodeRefused = reset.error !== null && CODE_REFUSALS.includes(reset.error.code);
  const passwordRefusal = reset.error?.messageFor('newPassword');
  return (
    <Form
      onSubmit={submit}
      busy={reset.isPending}
      error={refusal && !isCodeRefused && !passwordRefusal ? refusal : undefined}
    >
      {username === undefined && (
        <PhoneField
          label={t('identity.field.identity')}
          value={form.values.identity ?? empty}
          onValueChange={(identity) => form.set({ identity })}
          error={form.errorAt('identity')}
          autoComplete="username"
          orEmail
          required
        />
      )}
      <CodeField
        label={t('identity.field.code')}
        {...form.field('code')}
        error={form.errorAt('code') ?? (isCodeRefused && refusal ? refusal : undefined)}
        required
      />
      <NewPasswordFields
        label={t('identity.field.newPassword')}
        value={form.values}
        onValueChange={form.set}
        errors={{ password: form.errorAt('password') ?? passwordRefusal, confirmation: form.errorAt('confirmation') }}
      />
      <Button {...help('newPassword')} type="submit" wide busy={reset.isPending}>
        {t('identity.reset.submit')}
      </Button>
    </Form>
  );
}
