import { useMutation } from '@tanstack/react-query';
import { normalizeEmail } from '@sathi/domain/accounts.ts';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { keptInvitation } from '../../lib/kept-invitation.ts';
import type { Draft } from './registration.ts';
import { holdPassword } from './typed-password.ts';

export type Taken = { byEmail: boolean; byPhone: boolean };
type Outcome = { taken: Taken } | { account: DataOf<'signUp'> };

/**
 * The three calls of a registration: is the phone or the e-mail taken, the account, its profile. Once the account is
 * made, another try makes only the missing rest.
 */
export function useRegister(onRegistered: (phone: string, account: DataOf<'signUp'>) => void) {
  const { locale } = useText();
  const signUp = useSend('signUp');
  const createUser = useSend('createUser');
  const account = useRef<DataOf<'signUp'>>(undefined);
  const [isAccountMade, setAccountMade] = useState(false);

  const makeAccount = async (draft: Draft, phone: string, email: string): Promise<Outcome> => {
    const taken = await call('userExists', { query: { email, phone } });
    if (taken.byEmail || taken.byPhone) return { taken };
    const attributes = { phone_number: phone, email };
    const { password, passwordLater } = draft;
    account.current = await signUp.mutateAsync({
      body: { username: phone, password, attributes, ...(passwordLater && { passwordLater }) },
    });
    setAccountMade(true);
    return { account: account.current };
  };
  const task = useMutation<Outcome, ApiError, { draft: Draft; phone: string }>({
    mutationFn: async ({ draft, phone }) => {
      const email = normalizeEmail(draft.email);
      const outcome = account.current ? { account: account.current } : await makeAccount(draft, phone, email);
      if ('taken' in outcome) return outcome;
      const { firstName, lastName, bio } = draft;
      const username = outcome.account.userSub;
      await createUser
        .mutateAsync({
          body: {
            firstName,
            lastName,
            phone,
            email,
            bio,
            username,
            language: locale,
            invitation: keptInvitation() ?? undefined,
          },
        })
        .catch(acceptMadeProfile);
      return outcome;
    },
    onSuccess: (outcome, { draft, phone }) => {
      if (!('account' in outcome)) return;
      holdPassword(phone, draft.password);
      onRegistered(phone, outcome.account);
    },
  });
  return { ...task, isAccountMade, taken: takenOf(task.data, task.error) };
}

/** The profile may have been made by a try whose answer was lost. */
function acceptMadeProfile(error: unknown): void {
  if (error instanceof ApiError && error.code === 'profile_exists') return;
  throw error;
}

/** The phone or the e-mail may have been taken between the question and the sign-up. */
function takenOf(outcome: Outcome | undefined, error: ApiError | null): Taken {
  if (outcome && 'taken' in outcome) return outcome.taken;
  const code = error?.code;
  return {
    byEmail: code === 'email_exists' || code === 'user_exists',
    byPhone: code === 'phone_exists' || code === 'user_exists',
  };
}
