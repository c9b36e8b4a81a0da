/**
 * Runs long before the app, which is a hundred times its size: asks what the page shows first, as the document names it, in the
 * name of the person signed in. `lib/asked-early.ts` hands the answers to the first calls that ask the same. Imports nothing, so that
 * it comes alone.
 */
import type { AskedEarly } from './lib/asked-early.ts';

{
  const { path, asks } = JSON.parse(document.currentScript?.dataset['asks'] ?? '{}') as {
    path?: string;
    asks: string[];
  };
  const token = localStorage.getItem('sathi.auth.accessToken');
  // With a PIN nothing is asked before it is typed. The kept shell of the app may stand at any address.
  if (token !== null && localStorage.getItem('pin') === null && path === location.pathname) {
    const headers = {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      authorization: `Bearer ${token}`,
    };
    const early: AskedEarly = { token, answers: new Map() };
    for (const address of asks) {
      const answer = fetch(address, { headers });
      // Told to the call that takes it.
      answer.catch(() => undefined);
      early.answers.set(address, answer);
    }
    (globalThis as { askedEarly?: AskedEarly }).askedEarly = early;
  }
}
