import { savesData } from './saving-data.ts';
import { readSession } from './session.ts';

type Policy = { createScriptURL: (url: string) => string };
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
};

const ADDRESS = '/service-worker.js';
const QUIET_MS = 3_000;

/**
 * Makes the app start without a network, as soon as the page leaves the network alone. Not while developing, where every
 * file changes. A visitor has nothing here without a network: one who saves data keeps nothing.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenQuiet(() => {
    if (readSession().user !== null || !savesData()) register();
  });
}

function register(): void {
  // The policy of the page lets scripts come from addresses that this rule has passed only.
  const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('app', {
    createScriptURL: (url) => {
      if (url !== ADDRESS) throw new TypeError('not a script of this app');
      return url;
    },
  });
  const address = policy ? policy.createScriptURL(ADDRESS) : ADDRESS;
  // Refused in private windows of some browsers: then everything works as it does without.
  navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined);
}

/** Once nothing has arrived for a while and the processor has time, so that nothing seen first ever waits for it. */
function whenQuiet(work: () => void): void {
  let timer: ReturnType<typeof setTimeout>;
  const arrivals = new PerformanceObserver(waitAnew);
  function waitAnew(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.readyState !== 'complete') return waitAnew();
      arrivals.disconnect();
      if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
      else work();
    }, QUIET_MS);
  }
  arrivals.observe({ type: 'resource' });
  waitAnew();
}

/** For signing out: pictures may show what only this person was allowed to see. */
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('pictures');
}
