import { accessToken, endSession, replaceAccessToken } from './session.ts';

const LOCK = 'sathi-refresh';
const REFRESH_PATH = '/api/identity/refresh';

let underWay: Promise<boolean> | null = null;

/**
 * Trades the refresh cookie for a new access token after `rejected` was refused. Calls made meanwhile share one trade,
 * and so do other tabs: the cookie rotates, and using an old one twice would end the session.
 * @returns false when the session has ended.
 */
export function refreshAccess(rejected: string): Promise<boolean> {
  underWay ??= inTurn(() => renew(rejected)).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function renew(rejected: string): Promise<boolean> {
  const now = accessToken();
  // Another tab was first: its token is ours, or it found that the session is over.
  if (now !== rejected) return now !== null;
  const response = await fetch(REFRESH_PATH, { method: 'POST', credentials: 'same-origin' }).catch(() => null);
  if (response?.ok) {
    const answer = (await response.json()) as { data: { accessToken: string } };
    replaceAccessToken(answer.data.accessToken);
    return true;
  }
  // A broken connection or a busy server says nothing about the session.
  if (response && response.status < 500 && response.status !== 429) endSession();
  return false;
}

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}
