import { useEffect } from 'react';
import { call } from '../lib/api.ts';
import { chosenLocale, UNTOLD_LANGUAGE } from '../lib/locale.ts';
import { useSession } from '../lib/session.ts';

/** Tells the account of the language that its person chose in the bar: on the page that follows, and when the network returns. */
export function UntoldLanguage() {
  const id = useSession().user?.id;
  useEffect(() => {
    const send = () => {
      if (id !== undefined && isUntold(id)) void tell(id).catch(() => undefined);
    };
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [id]);
  return null;
}

function isUntold(id: string): boolean {
  return localStorage.getItem(UNTOLD_LANGUAGE) === id;
}

/** @throws ApiError; the choice then waits for the next page */
async function tell(id: string): Promise<void> {
  const language = chosenLocale();
  await call('setLanguage', { body: { language } });
  // Another page may have chosen again meanwhile.
  if (isUntold(id) && chosenLocale() === language) localStorage.removeItem(UNTOLD_LANGUAGE);
}
