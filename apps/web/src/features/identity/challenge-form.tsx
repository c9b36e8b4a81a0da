import { useState } from 'react';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordProblems } from './password-problems.ts';
import type { Entry } from './use-entry.ts';

/** Answers the new-password challenge of a first sign-in, and goes on as after any sign-in. */
export default function ChallengeForm({ session, entry }: { session: string; entry: Entry }) {
  const { t } = useText();
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [problems, setProblems] = useState<ReturnType<typeof newPasswordProblems>>({});
  const [isLeaving, setLeaving] = useState(false);
  const complete = useSend('completeNewPassword', {
    onSuccess: (data) => {
      setLeaving(data.user !== null);
      entry.enter(data);
    },
  });
  const submit = () => {
    const found = newPasswordProblems(chosen);
    setProblems(found);
    if (Object.keys(found).length === 0) complete.mutate({ body: { session, newPassword: chosen.password } });
  };
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
        value={chosen}
        onValueChange={setChosen}
        errors={{
          password: problems.password ? t(problems.password) : passwordRefusal,
          confirmation: problems.confirmation && t(problems.confirmation),
        }}
      />
      <Button {...demo('newPassword')} type="submit" wide busy={isBusy}>
        {t('identity.reset.submit')}
      </Button>
    </Form>
  );
}
