import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { paths, useMfiName } from '../../lib/paths.ts';
import { endSession, readSession, type SessionUser, startSession, useSession } from '../../lib/session.ts';
import { useHandover } from './handover.ts';

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

function useLeadOn() {
  const [, navigate] = useLocation();
  const { returnTo } = useHandover();
  const mfiName = useMfiName();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (user: SessionUser, staffDelayMs = 0) => {
    const staffOf = user.userMfis[0]?.mfiName;
    if (staffOf !== undefined) {
      timer.current = setTimeout(() => navigate(paths.mfiProposals(staffOf), { replace: true }), staffDelayMs);
      return;
    }
    navigate(returnTo ? paths.proposal(returnTo.mfi, returnTo.proposalId) : paths.home(mfiName), { replace: true });
  };
}

/** Whoever is signed in already has no business on a page for entering, unless it is just letting them in. */
export function useLeaveWhenSignedIn(isEntering?: { readonly current: boolean }): void {
  const { user } = useSession();
  const leadOn = useLeadOn();
  useEffect(() => {
    if (user !== null && !isEntering?.current) leadOn(user);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each person, not on each render
  }, [user]);
}
