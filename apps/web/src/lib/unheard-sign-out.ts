import { CALLS } from '@sathi/contract/calls.ts';
import { isSignOutUnheard, noteSignOut, readSession } from './session.ts';

/**
 * Signs out whom the server did not hear sign out. The device has forgotten their token, but the browser still has the cookie,
 * which ends their sessions by itself. Until the server says that it has, it is tried again another time.
 *
 * @throws without an answer that makes sense
 */
export async function sendUnheardSignOut(): Promise<void> {
  // Another person may have signed in meanwhile: their session must not end.
  if (!isSignOutUnheard() || readSession().user !== null) return;
  const [method, path] = CALLS.signOutByCookie;
  const response = await fetch(path, { method, credentials: 'same-origin' });
  // A machine on the way may answer in its place, as the sign-in page of a hot spot does.
  const { success } = (await response.json()) as { success?: boolean };
  if (success) noteSignOut(false);
}
