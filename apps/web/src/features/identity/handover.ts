import { useMemo } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';

/** The proposal or the campaign a visitor came from. Only its digits and its partner's name: never an address to go to. */
export type ReturnTo = { mfi: string } & ({ proposalId: string } | { campaignId: string });

/**
 * What one identity screen hands to the next. It travels with the history entry, so that no phone and no e-mail
 * address stands in a URL, a log or a referrer.
 */
export type Handover = {
  /** The phone, or the e-mail address a reset was asked for with. */
  username?: string;
  /** When another code may be asked for, in milliseconds since 1970. */
  resendAt?: number;
  /** The one-time right to choose a new password. */
  challengeSession?: string;
  returnTo?: ReturnTo;
};

export function useHandover(): Handover {
  const state: unknown = useHistoryState();
  return useMemo(() => handoverOf(state), [state]);
}

/** History state outlives a release and may be anything: what is not understood is left out. */
export function handoverOf(state: unknown): Handover {
  const { username, resendAt, challengeSession, returnTo } = fieldsOf(state);
  return {
    ...(typeof username === 'string' && { username }),
    ...(typeof resendAt === 'number' && { resendAt }),
    ...(typeof challengeSession === 'string' && { challengeSession }),
    ...returnToOf(returnTo),
  };
}

function returnToOf(value: unknown): { returnTo?: ReturnTo } {
  const { mfi, proposalId, campaignId } = fieldsOf(value);
  if (typeof mfi !== 'string') return {};
  if (isId(proposalId)) return { returnTo: { mfi, proposalId } };
  return isId(campaignId) ? { returnTo: { mfi, campaignId } } : {};
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,15}$/.test(value);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The moment another code may be asked for. */
export function secondsFromNow(seconds: number): number {
  return Date.now() + seconds * 1000;
}
