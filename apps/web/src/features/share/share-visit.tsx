import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { call } from '../../lib/api.ts';
import { asksNotToBeCounted } from '../../lib/count-page-view.ts';
import { keepShareCode } from '../../lib/share-code.ts';

const VISITOR = 'share-visitor';

/**
 * The arrival by somebody's own link: it counts once a day, and its code moves from the address into the session of this tab,
 * so that an address that is copied carries it no further.
 */
export function ShareVisit() {
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  const code = search.get('by');
  useEffect(() => {
    if (code === null) return;
    const kept = keepShareCode();
    if (kept !== null) whenSeen(() => count(kept));
    const rest = new URLSearchParams(search);
    rest.delete('by');
    // The fragment names the update that was passed on.
    navigate(`${path}?${rest}${location.hash}`, { replace: true });
  }, [code, search, path, navigate]);
  return null;
}

/** A page that is only fetched in advance has no visitor yet. */
function whenSeen(work: () => void): void {
  if (document.visibilityState === 'visible') work();
  else document.addEventListener('visibilitychange', work, { once: true });
}

/** A count that does not arrive is not missed. */
function count(shareCode: string): void {
  if (asksNotToBeCounted()) return;
  call('countVisit', { body: { shareCode, visitor: visitorOfToday() } }).catch(() => undefined);
}

/** A number without a meaning, another one every day. */
function visitorOfToday(): string {
  const day = new Date().toISOString().slice(0, 10);
  const [keptDay, kept] = localStorage.getItem(VISITOR)?.split(' ') ?? [];
  if (keptDay === day && kept) return kept;
  const visitor = crypto.randomUUID().replaceAll('-', '');
  localStorage.setItem(VISITOR, `${day} ${visitor}`);
  return visitor;
}
