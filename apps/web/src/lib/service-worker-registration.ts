import { savesData } from './saving-data.ts';
import { scriptAddress } from './script-address.ts';
import { readSession } from './session.ts';

const ADDRESS = '/service-worker.js';
const QUIET_MS = 3_000;

/**
 * Registers the worker that starts the app without a network, once the page leaves the network alone. Does nothing
 * while developing, where every file changes, nor for a visitor who saves data: a visitor has no use for the app
 * without a network.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenQuiet(() => {
    if (readSession().user !== null || !savesData()) register();
  });
}

function register(): void {
  // Some browsers refuse it in private windows: then the app works without a worker.
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

/**
 * Runs `work` once nothing has arrived for three seconds and the processor has time, so that nothing seen first waits
 * for it.
 */
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

/** Deletes the saved pictures at sign-out: they may show scenes that only this person was allowed to see. */
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('pictures');
}
