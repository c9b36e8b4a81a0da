import { MINUTE_MS } from '@sathi/domain/durations.ts';

/** The life of a code: afterwards nothing is left to sign in with. */
const KEPT_MS = 10 * MINUTE_MS;

let kept: { username: string; password: string } | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Holds the password that was just typed until its phone is confirmed: in memory alone, where a reload loses it. */
export function holdPassword(username: string, password: string): void {
  clearTimeout(forgetting);
  kept = { username, password };
  forgetting = setTimeout(() => (kept = null), KEPT_MS);
}

/** The password held for this account, once. */
export function takePassword(username: string): string | undefined {
  const password = kept?.username === username ? kept.password : undefined;
  clearTimeout(forgetting);
  kept = null;
  return password;
}
