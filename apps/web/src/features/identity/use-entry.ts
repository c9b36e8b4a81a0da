import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endSession, readSession, type SessionUser, startSession } from '../../lib/session.ts';
import { useLeadOn } from './use-leaving.ts';

const STAFF_REDIRECT_MS = 1000;

type SignedIn = { accessToken: string; user: SessionUser | null };

/**
 * What happens once the identity service has let somebody in: staff go to their MFI's proposals after one second,
 * others to the proposal they came from or Home (specification section 2). An account without a profile is kept in
 * `unfinished` until its profile is made.
 */
export function useEntry() {
  const client = useQueryClient();
  const leadOn = useLeadOn();
  const isEntering = useRef(false);
  const [unfinished, setUnfinished] = useState<string | null>(null);

  const enter = ({ accessToken, user }: SignedIn) => {
    isEntering.current = true;
    if (user === null) {
      setUnfinished(accessToken);
      return;
    }
    startSession(accessToken, user);
    // What was answered to a visitor is not what the person may see.
    void client.invalidateQueries();
    leadOn(user, STAFF_REDIRECT_MS);
  };
  const forgetUnfinished = () => {
    if (readSession().user === null) endSession();
  };
  return { enter, forgetUnfinished, unfinished, isEntering };
}

export type Entry = ReturnType<typeof useEntry>;
