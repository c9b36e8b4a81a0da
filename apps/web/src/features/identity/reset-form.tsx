import { parseIdentity } from '@sathi/domain/accounts.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useHandover } from './handover.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordProblems } from './password-problems.ts';
import { useFocusOnProblem } from './use-focus-on-problem.ts';

type Field = 'identity' | 'code' | 'password' | 'confirmation';
const CODE_REFUSALS = ['code_mismatch', 'code_expired', 'code_locked'];

/** The code, the new password, and the same again. Opened without an account in hand, it asks for that too. */
export function ResetForm() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const { username } = useHandover();
  const [identity, setIdentity] = useState('');
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [problems, setProblems] = useState<Partial<Record<Field, TextKey>>>({});
  const reset = useSend('confirmForgotPassword', {
    onSuccess: (_, { body }) => {
      toast.success(t('identity.reset.done'));
      navigate(paths.login(mfiName), { replace: true, state: { username: body.username } });
    },
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  useFocusOnProblem(problems, reset.error);
  const submit = () => {
    const account = username ?? parseIdentity(identity)?.value;
    const found: typeof problems = {
      ...(account === undefined && { identity: identityProblem(identity) }),
      ...(code === '' && { code: 'common.required' }),
      ...newPasswordProblems(chosen),
    };
    setProblems(found);
    if (account === undefined || Object.keys(found).length > 0) return;
    reset.mutate({ body: { username: account, code, newPassword: chosen.password } });
  };
  const problem = (field: Field) => problems[field] && t(problems[field]);
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
        <TextField
          label={t('identity.field.identity')}
          hint={t('identity.forgot.hint')}
          error={problem('identity')}
          value={identity}
          onValueChange={setIdentity}
          autoComplete="username"
          dir="ltr"
          required
        />
      )}
      <CodeField
        label={t('identity.field.code')}
        error={problem('code') ?? (isCodeRefused && refusal ? refusal : undefined)}
        value={code}
        onValueChange={setCode}
        required
      />
      <NewPasswordFields
        label={t('identity.field.newPassword')}
        value={chosen}
        onValueChange={setChosen}
        errors={{ password: problem('password') ?? passwordRefusal, confirmation: problem('confirmation') }}
      />
      <Button {...demo('newPassword')} type="submit" wide busy={reset.isPending}>
        {t('identity.reset.submit')}
      </Button>
    </Form>
  );
}

function identityProblem(typed: string): TextKey {
  return typed.trim() === '' ? 'identity.problem.phoneRequired' : 'identity.problem.phoneInvalid';
}
