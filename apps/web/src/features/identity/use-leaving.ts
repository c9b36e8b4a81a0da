import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { paths, useMfiName } from '../../lib/paths.ts';
import { type SessionUser, useSession } from '../../lib/session.ts';
import { type ReturnTo, useHandover } from './handover.ts';

/** Staff to their MFI's proposals, others to the proposal or campaign they came from, or Home. */
export function useLeadOn() {
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
    navigate(returnTo ? pathOf(returnTo) : paths.home(mfiName), { replace: true });
  };
}

function pathOf(place: ReturnTo): string {
  return 'proposalId' in place
    ? paths.proposal(place.mfi, place.proposalId)
    : paths.campaign(place.mfi, place.campaignId);
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
