type Policy = { createScriptURL: (url: string) => string };
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
};

const ADDRESS = '/service-worker.js';

/** Makes the app start without a network. Not while developing, where every file changes. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
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

/** For signing out: pictures may show what only this person was allowed to see. */
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('pictures');
}
