import { cleanText } from '@sathi/domain/text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { BioField } from './bio-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordProblems } from './password-problems.ts';

/** The first password of an account that was made without one, and the words about oneself that had to wait for it. */
export function ChoosePasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const choosing = useChoosing();
  const { setPassword, saveBio } = choosing;
  const error = setPassword.error ?? saveBio.error;
  const form = useForm(
    useState({ password: '', confirmation: '', bio: '' }),
    (typed) => inWords(newPasswordProblems(typed), t),
    error,
  );
  const submit = () =>
    form.attempt(() => {
      const { password, bio } = form.values;
      choosing
        .choose(password, bio)
        .then(() => {
          toast.success(t('identity.choose.done'));
          void client.invalidateQueries({ queryKey: queryKeys.account });
          onDone();
        })
        // The calls keep the failure, and the form tells it.
        .catch(() => undefined);
    });
  const isBusy = setPassword.isPending || saveBio.isPending;
  return (
    <Form
      onSubmit={submit}
      busy={isBusy}
      error={error && error.errors.length === 0 ? errorSentence(error, t) : undefined}
    >
      <NewPasswordFields
        label={t('identity.field.password')}
        value={form.values}
        onValueChange={({ password, confirmation }) => form.set({ password, confirmation })}
        errors={{
          password: form.errorAt('password') ?? setPassword.error?.messageFor('newPassword'),
          confirmation: form.errorAt('confirmation'),
        }}
      />
      <BioField {...form.field('bio')} />
      <Button {...help('newPassword')} type="submit" wide busy={isBusy}>
        {t('identity.reset.submit')}
      </Button>
      <Button variant="plain" wide disabled={isBusy} onClick={onDone}>
        {t('identity.choose.later')}
      </Button>
    </Form>
  );
}

/** The words first: they may be saved twice, a first password only once. */
function useChoosing() {
  const { user } = useSession();
  const setPassword = useSend('setPassword');
  const saveBio = useSend('updateUser');
  const choose = async (newPassword: string, bio: string) => {
    const id = user?.id ?? '';
    if (cleanText(bio) !== '') {
      const { firstName, lastName, phone, email } = await call('findUser', { params: { id } });
      await saveBio.mutateAsync({ params: { id }, body: { firstName, lastName, phone, email, bio } });
    }
    await setPassword.mutateAsync({ body: { newPassword } });
  };
  return { setPassword, saveBio, choose };
}
