import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { mfiNameOf, paths, useMfiName } from '../../lib/paths.ts';
import { type SessionUser, useSession } from '../../lib/session.ts';
import { useHandover } from './handover.ts';

/** Leads to the page asked for, else staff to their MFI's proposals and others Home. */
export function useLeadOn() {
  const [, navigate] = useLocation();
  const { returnTo } = useHandover();
  const mfiName = useMfiName();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (user: SessionUser, staffDelayMs = 0) => {
    // Staff of several stay with the one of the page (R17.12).
    const here = user.userMfis.find((mfi) => mfiNameOf(mfi.mfiName) === mfiName);
    const staffOf = (here ?? user.userMfis[0])?.mfiName;
    const own = staffOf === undefined ? paths.home(mfiName) : paths.mfiProposals(staffOf);
    const lead = () => navigate(returnTo ?? own, { replace: true });
    if (staffOf === undefined) lead();
    else timer.current = setTimeout(lead, staffDelayMs);
  };
}

/** A person signed in already is led away from a page for entering, unless it is just letting them in. */
export function useLeaveWhenSignedIn(isEntering?: { readonly current: boolean }): void {
  const { user } = useSession();
  const leadOn = useLeadOn();
  useEffect(() => {
    if (user !== null && !isEntering?.current) leadOn(user);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each person, not on each render
  }, [user]);
}
