import { useLocation } from 'wouter';
import { paths, useMfiName } from '../../lib/paths.ts';
import type { DataOf } from '../../lib/wire.ts';
import { type Handover, secondsFromNow, useOnward } from './handover.ts';

/** Leads from a new account on to the page for its code. */
export function useGoVerify(more: Pick<Handover, 'passwordLater' | 'noEmail'> = {}) {
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const onward = useOnward();
  return (phone: string, { codeDelivery }: Pick<DataOf<'signUp'>, 'codeDelivery'>) =>
    navigate(paths.verifyCode(mfiName), {
      state: {
        ...onward,
        ...more,
        username: phone,
        resendAt: secondsFromNow(codeDelivery.resendAfterSeconds),
        ...(codeDelivery.medium === 'EMAIL' && { byEmail: true }),
      },
    });
}
