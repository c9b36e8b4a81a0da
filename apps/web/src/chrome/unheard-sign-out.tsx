import { useEffect } from 'react';
import { isSignOutUnheard, useSession } from '../lib/session.ts';

/** Tells the server of a sign-out that it did not hear: at the start, and when the network returns. */
export function UnheardSignOut() {
  const isSignedIn = useSession().user !== null;
  useEffect(() => {
    if (isSignedIn) return undefined;
    const send = () => {
      if (isSignOutUnheard()) void sendIt().catch(() => undefined);
    };
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [isSignedIn]);
  return null;
}

/** Few sign out without a network; the others do not load it. */
async function sendIt(): Promise<void> {
  const { sendUnheardSignOut } = await import('../lib/unheard-sign-out.ts');
  await sendUnheardSignOut();
}
