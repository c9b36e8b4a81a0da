import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { paths, proposalIdOf, useMfiName } from '../../lib/paths.ts';

/**
 * The data that one identity screen hands to the next. It travels with the history entry, so that no phone and no
 * e-mail address stands in a URL, a log or a referrer.
 */
export type Handover = {
  /** The phone, or the e-mail address a reset was asked for with. */
  username?: string;
  /** When another code may be asked for, in milliseconds since 1970. */
  resendAt?: number;
  /** The one-time right to choose a new password. */
  challengeSession?: string;
  /** The code went by e-mail. */
  byEmail?: true;
  /** The account has no e-mail address of its own, so no code can go there. */
  noEmail?: true;
  /** The password is random, and a reload loses it. */
  passwordLater?: true;
  /** The step of a form that asks one thing after the other. */
  step?: number;
  /** The page that a visitor asked for or came from: an address of this site alone, from its path on. */
  returnTo?: string;
};

/** Stands in for this site, which the server does not know by its own address. */
const ANY_SITE = 'https://here.invalid';

/** An address that names a loan to be backed leads there at the end, whatever the history entry says. */
export function useHandover(): Handover {
  const state: unknown = useHistoryState();
  const [search] = useSearchParams();
  const mfiName = useMfiName();
  const loan = proposalIdOf(search.get('back'));
  return useMemo(() => {
    const handover = handoverOf(state);
    return loan === undefined ? handover : { ...handover, returnTo: paths.toBack(paths.proposal(mfiName, loan), loan) };
  }, [state, loan, mfiName]);
}

/** History state outlives a release and may have any form: unknown parts are left out. */
export function handoverOf(state: unknown): Handover {
  const { username, resendAt, challengeSession, byEmail, noEmail, passwordLater, step, returnTo } = fieldsOf(state);
  return {
    ...(typeof username === 'string' && { username }),
    ...(typeof resendAt === 'number' && { resendAt }),
    ...(typeof challengeSession === 'string' && { challengeSession }),
    ...(byEmail === true && { byEmail }),
    ...(noEmail === true && { noEmail }),
    ...(passwordLater === true && { passwordLater }),
    ...(typeof step === 'number' && step >= 0 && { step: Math.floor(step) }),
    ...placeHere(returnTo),
  };
}

/** Drops an address of another site, however it is written: the address is read as the browser would. */
function placeHere(value: unknown): { returnTo?: string } {
  if (typeof value !== 'string' || !URL.canParse(value, ANY_SITE)) return {};
  const { origin, pathname, search } = new URL(value, ANY_SITE);
  const isHere = value.startsWith('/') && origin === ANY_SITE && !pathname.startsWith('//');
  return isHere ? { returnTo: pathname + search } : {};
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The handover for the next screen of the way in: the page that this one leads to at the end. */
export function useOnward(): Pick<Handover, 'returnTo'> {
  const { returnTo } = useHandover();
  return returnTo === undefined ? {} : { returnTo };
}

/** The loan that a visitor is on the way to back, by its id. */
export function useLoanAhead(): string | undefined {
  const { returnTo = '' } = useOnward();
  return proposalIdOf(new URLSearchParams(returnTo.split('?')[1]).get('back'));
}

/** The moment after these seconds, at which another code may be asked for, in milliseconds since 1970. */
export function secondsFromNow(seconds: number): number {
  return Date.now() + seconds * 1000;
}
