import { normalizeEmail } from '@sathi/domain/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { accessToken, replaceAccessToken } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { BioField } from './bio-field.tsx';
import { EmailField, NameFields } from './profile-fields.tsx';
import { type ProfileField, profileProblems } from './registration.ts';
import type { Entry } from './use-entry.ts';

/** Asks for the profile of an account whose registration broke off before it, then leads on as after any sign-in. */
export function FinishProfileForm({ token, entry }: { token: string; entry: Entry }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['currentUser', token],
    queryFn: ({ signal }) => {
      replaceAccessToken(token);
      return call('currentUser', {}, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useForgetUnfinished(entry);
  if (error) return <ErrorState onRetry={() => void refetch()} />;
  return data ? <ProfileForm account={data.attributes} entry={entry} /> : <Skeleton shape="box" />;
}

/** Leaving without a profile leaves no token behind. */
function useForgetUnfinished({ forgetUnfinished }: Entry): void {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- on leaving only, not on each render
  useEffect(() => forgetUnfinished, []);
}

type Profile = Record<ProfileField, string>;

function ProfileForm({ account, entry }: { account: DataOf<'currentUser'>['attributes']; entry: Entry }) {
  const { t, locale } = useText();
  const create = useSend('createUser', {
    onSuccess: (user) => entry.enter({ accessToken: accessToken()!, user }),
  });
  const form = useForm(
    useState<Profile>({ firstName: '', lastName: '', email: account.email ?? '', bio: '' }),
    (profile) => inWords(profileProblems(profile), t),
    create.error,
  );
  const submit = () =>
    form.attempt(() => {
      const { sub: username, phone_number: phone } = account;
      const email = normalizeEmail(form.values.email);
      create.mutate({ body: { ...form.values, email, phone, username, language: locale } });
    });
  return (
    <Form
      onSubmit={submit}
      busy={create.isPending}
      error={create.error && create.error.errors.length === 0 ? errorSentence(create.error, t) : undefined}
    >
      <NameFields
        value={form.values}
        onValueChange={form.set}
        errors={{ firstName: form.errorAt('firstName'), lastName: form.errorAt('lastName') }}
      />
      <EmailField {...form.field('email')} />
      <BioField {...form.field('bio')} />
      <Button {...help('register')} type="submit" wide busy={create.isPending}>
        {t('identity.finish.submit')}
      </Button>
    </Form>
  );
}
