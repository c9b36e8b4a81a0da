import { markWordedPush } from './pin.ts';
import { workerInCharge } from './service-worker-registration.ts';

/**
 * Whether the browser can show news while the app is closed: `blocked` when its person said no to the browser, `home` where
 * it can once the app is on the home screen (iPhone, iPad).
 */
export type PushAbility = 'able' | 'blocked' | 'home' | 'none';

/**
 * Whether this is Safari on a phone or tablet, and the page was not opened from the home screen. Other browsers do not
 * know `standalone`.
 */
export function isInSafari(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false;
}

export function pushAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isAble) return isInSafari() ? 'home' : 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

export type PushAddress = { endpoint: string; p256dh: string; auth: string };

/**
 * Asks the person, where they were not asked before, then the browser for an address that this server alone can send
 * to. To be called only from a press. @returns null when the person said no
 */
export async function askForPush(publicKey: string): Promise<PushAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await workerInCharge();
  // An earlier address may be another person's, or asked for with another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await markWordedPush();
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** Whether the browser would still show what the server sends. */
export async function takesPush(): Promise<boolean> {
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return ((await registration?.pushManager.getSubscription()) ?? null) !== null;
}

/** Ends news on this device for good: from now on the service of the browser refuses what the server still sends. */
export async function endPush(): Promise<void> {
  await markWordedPush();
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
