/**
 * Asks the API for the first data of the page, long before the app has come, which is a hundred times the size of this
 * script. The document names the addresses; the calls go out in the name of the person signed in. `lib/asked-early.ts`
 * hands the answers to the first calls that ask the same. The script imports nothing, so that it comes alone.
 */
import type { AskedEarly } from './lib/asked-early.ts';

{
  const { path, asks } = JSON.parse(document.currentScript?.dataset['asks'] ?? '{}') as {
    path?: string;
    asks: string[];
  };
  const token = localStorage.getItem('sathi.auth.accessToken');
  // A device with a PIN asks nothing before the PIN is typed. The saved shell of the app may stand at any address.
  if (token !== null && localStorage.getItem('pin') === null && path === location.pathname) {
    const headers = {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      authorization: `Bearer ${token}`,
    };
    const early: AskedEarly = { token, answers: new Map() };
    for (const address of asks) {
      const answer = fetch(address, { headers });
      // The call that takes the answer is told of its failure.
      answer.catch(() => undefined);
      early.answers.set(address, answer);
    }
    (globalThis as { askedEarly?: AskedEarly }).askedEarly = early;
  }
}
