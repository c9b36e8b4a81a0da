import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordProblems } from './password-problems.ts';
import type { Entry } from './use-entry.ts';

/** Answers the new-password challenge of a first sign-in, and goes on as after any sign-in. */
export function ChallengeForm({ session, entry }: { session: string; entry: Entry }) {
  const { t } = useText();
  const [isLeaving, setLeaving] = useState(false);
  const complete = useSend('completeNewPassword', {
    onSuccess: (data) => {
      setLeaving('user' in data && data.user !== null);
      entry.enter(data);
    },
  });
  const form = useForm(useState({ password: '', confirmation: '' }), (chosen) =>
    inWords(newPasswordProblems(chosen), t),
  );
  const submit = () => form.attempt(() => complete.mutate({ body: { session, newPassword: form.values.password } }));
  const isBusy = complete.isPending || isLeaving;
  const passwordRefusal = complete.error?.messageFor('newPassword');
  return (
    <Form
      onSubmit={submit}
      busy={isBusy}
      error={complete.error && !passwordRefusal ? errorSentence(complete.error, t) : undefined}
    >
      <NewPasswordFields
        label={t('identity.field.newPassword')}
        value={form.values}
        onValueChange={form.set}
        errors={{ password: form.errorAt('password') ?? passwordRefusal, confirmation: form.errorAt('confirmation') }}
      />
      <Button {...help('newPassword')} type="submit" wide busy={isBusy}>
        {t('identity.reset.submit')}
      </Button>
    </Form>
  );
}
