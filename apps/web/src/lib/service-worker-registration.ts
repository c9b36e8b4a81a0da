import { savesData } from './saving-data.ts';
import { scriptAddress } from './script-address.ts';
import { readSession } from './session.ts';

const ADDRESS = '/service-worker.js';
const QUIET_MS = 3_000;

/**
 * Makes the app start without a network, as soon as the page leaves the network alone. Not while developing, where
 * every file changes. A visitor has no use for it without a network: one who saves data keeps no files.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenQuiet(() => {
    if (readSession().user !== null || !savesData()) register();
  });
}

function register(): void {
  // Refused in private windows of some browsers: then the app works as it does without.
  navigator.serviceWorker.register(scriptAddress(ADDRESS), { updateViaCache: 'none' }).catch(() => undefined);
}

/** The worker of this page, registered now where it is not yet. @throws where the browser refuses it */
export async function workerInCharge(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  if (!(await serviceWorker.getRegistration())) {
    await serviceWorker.register(scriptAddress(ADDRESS), { updateViaCache: 'none' });
  }
  return serviceWorker.ready;
}

/** Once nothing has arrived for a while and the processor has time, so that nothing seen first ever waits for it. */
export function whenQuiet(work: () => void): void {
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

/** For signing out: pictures may show scenes that only this person was allowed to see. */
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('pictures');
}
