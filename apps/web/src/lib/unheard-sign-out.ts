import { CALLS } from '@sathi/contract/calls.ts';
import { isSignOutUnheard, noteSignOut, readSession } from './session.ts';

/**
 * Signs out whom the server did not hear sign out. The device has forgotten their token, so the cookie, which the browser
 * still has, is traded for one that is kept nowhere. Without an answer it is tried again another time.
 */
export async function sendUnheardSignOut(): Promise<void> {
  if (!isStillWished()) return;
  const renewed = await post('refreshSession');
  if (renewed === null || renewed.status >= 500 || renewed.status === 429) return;
  if (renewed.ok) {
    const { data } = (await renewed.json()) as { data: { accessToken: string } };
    if (!isStillWished()) return;
    const ended = await post('signOut', data.accessToken);
    if (!ended?.ok) return;
  }
  // Without a session behind the cookie there is nothing left to end.
  noteSignOut(false);
}

/** Another person may have signed in meanwhile: their session must not end. */
function isStillWished(): boolean {
  return isSignOutUnheard() && readSession().user === null;
}

async function post(name: 'refreshSession' | 'signOut', token?: string): Promise<Response | null> {
  const [method, path] = CALLS[name];
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  return fetch(path, { method, headers, credentials: 'same-origin' }).catch(() => null);
}
