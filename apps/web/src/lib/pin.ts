import { toLatinDigits } from '@sathi/domain/digits.ts';
import { accessToken, hasPin, PIN, PIN_AWAY } from './session.ts';

export const PIN_LENGTH = { min: 4, max: 6 } as const;
/** Wrong tries, after which the device is signed out. */
const PIN_TRIES = 5;
/** One try costs a cheap phone about a second. A thief of the hash pays it ten thousand times. */
const ROUNDS = 600_000;

type Kept = { salt: string; hash: string; rounds: number; tries: number };

/** The digits of a typed PIN, in any script. */
export function pinOf(typed: string): string {
  return toLatinDigits(typed).replaceAll(/\D/g, '').slice(0, PIN_LENGTH.max);
}

/** A browser makes hashes on a page that came by HTTPS, or from this machine, alone. */
export function canHavePin(): boolean {
  return typeof crypto.subtle === 'object';
}

/** Keeps a hash of the PIN on this device, and nothing anywhere else. The person who sets it is here. */
export async function setPin(pin: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  keep({ salt: written(salt), hash: await hashOf(pin, salt, ROUNDS), rounds: ROUNDS, tries: 0 });
  localStorage.setItem(PIN_AWAY, String(Date.now()));
  await markWordedPush();
}

export async function forgetPin(): Promise<void> {
  localStorage.removeItem(PIN);
  localStorage.removeItem(PIN_AWAY);
  await markWordedPush();
}

/**
 * Tells the service worker, which sees no other storage of the page, whether news on this device may say what happened:
 * not with a PIN, when it says only that there is some.
 */
export async function markWordedPush(): Promise<void> {
  if (!('caches' in globalThis)) return;
  if (hasPin() || accessToken() === null) await caches.delete('worded-push');
  else await caches.open('worded-push');
}

/** Whether there is a PIN that cannot be tried any more. */
export function isPinSpent(): boolean {
  if (localStorage.getItem(PIN) === null) return false;
  const kept = read();
  return kept === null || kept.tries >= PIN_TRIES;
}

/** @returns whether it was right, and how many tries are left. A try counts before it is judged, so that no reload saves it. */
export async function tryPin(pin: string): Promise<{ isRight: boolean; left: number }> {
  const kept = read();
  if (kept === null || kept.tries >= PIN_TRIES) return { isRight: false, left: 0 };
  const tries = kept.tries + 1;
  keep({ ...kept, tries });
  const salt = Uint8Array.from(atob(kept.salt), (letter) => letter.charCodeAt(0));
  const isRight = (await hashOf(pin, salt, kept.rounds)) === kept.hash;
  if (isRight) keep({ ...kept, tries: 0 });
  return { isRight, left: PIN_TRIES - tries };
}

function keep(kept: Kept): void {
  localStorage.setItem(PIN, JSON.stringify(kept));
}

/** Null also for what nobody can have written with {@link setPin}: then there is no try that could be right. */
function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PIN) ?? 'null') as Partial<Kept> | null;
    const isWhole = typeof kept?.salt === 'string' && typeof kept.hash === 'string' && Number.isInteger(kept.rounds);
    return isWhole && Number.isInteger(kept.tries) ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256);
  return written(new Uint8Array(bits));
}

function written(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
