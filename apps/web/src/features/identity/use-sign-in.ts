import { CODE_RESEND_SECONDS } from '@sathi/domain/accounts.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiError } from '../../lib/api.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { toast } from '../../ui/toast.ts';
import { secondsFromNow, useOnward } from './handover.ts';
import { useSmsReach } from './phone.ts';
import { holdPassword } from './typed-password.ts';
import type { Entry } from './use-entry.ts';

/** The sign-in itself, and the ways it goes on: in, to a new password, or to the code of a phone not yet confirmed. */
export function useSignIn(entry: Entry) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const onward = useOnward();
  const reachesBySms = useSmsReach();
  const [isLeaving, setLeaving] = useState(false);
  const signIn = useSend('signIn', {
    onSuccess: (data) => {
      if ('challenge' in data && data.challenge === 'NEW_PASSWORD_REQUIRED') {
        navigate(paths.resetPassword(mfiName), { state: { ...onward, challengeSession: data.session } });
        return;
      }
      setLeaving('user' in data && data.user !== null);
      entry.enter(data);
    },
    onError: (error: ApiError, { body }) => {
      if (error.code !== 'user_not_confirmed') return;
      toast.info(error.detail || t('identity.login.notConfirmed'));
      holdPassword(body.username, body.password);
      const resendAt = secondsFromNow(error.retryAfterSeconds ?? CODE_RESEND_SECONDS);
      const { username } = body;
      const way = reachesBySms({ country: '', number: username }) ? {} : { byEmail: true };
      navigate(paths.verifyCode(mfiName), { state: { ...onward, ...way, username, resendAt } });
    },
  });
  return { signIn, isLeaving };
}
