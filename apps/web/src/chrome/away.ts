import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { isPinSpent } from '../lib/pin.ts';
import { hasPin, PIN, PIN_AWAY } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';

const AWAY_MS = 2 * MINUTE_MS;
/** Stands in `PIN_AWAY` in place of the time at which the page was left: only the PIN unlocks the app, in every tab. */
const LOCKED = 'locked';

/** Whether the PIN is asked for. */
const isLocked = createStore(false);

export const readLock = isLocked.get;
export const onLock = isLocked.subscribe;

export function unlock(): void {
  localStorage.removeItem(PIN_AWAY);
  isLocked.set(false);
}

/**
 * Locks a page that was out of sight for two minutes. A page out of sight is not drawn until it has been judged, so
 * that neither the pictures of the open apps nor a page that the browser kept as it was show the things that the lock
 * hides. A page that begins without a mark of when it was left, as after a fault, is locked, and so is one without a
 * try left. An open page reloads when the PIN has gone with its person, so that it does not lock out the next person,
 * who has no PIN to type.
 */
export function watchAway(): void {
  judge();
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? leave() : judge()));
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => persisted && judge());
  addEventListener('storage', ({ key, newValue }) => {
    if (key === PIN && newValue === null) location.reload();
    else if (key === PIN_AWAY && (newValue === LOCKED || newValue === null)) isLocked.set(newValue === LOCKED);
  });
}

function leave(): void {
  if (!hasPin()) return;
  if (!isLocked.get()) localStorage.setItem(PIN_AWAY, String(Date.now()));
  document.documentElement.toggleAttribute('data-away', true);
}

function judge(): void {
  if (hasPin()) judgeAbsence();
  hasBegun = true;
  document.documentElement.toggleAttribute('data-away', false);
}
let hasBegun = false;

function judgeAbsence(): void {
  // A missing mark means that another tab was looked at meanwhile, or that this one is still open and was never left.
  const left = localStorage.getItem(PIN_AWAY);
  const away = Date.now() - Number(left ?? Number.NaN);
  const isInTime = left !== null && left !== LOCKED && away >= 0 && away < AWAY_MS;
  if (!isPinSpent() && (isInTime || (left === null && hasBegun))) unlock();
  else lock();
}

function lock(): void {
  localStorage.setItem(PIN_AWAY, LOCKED);
  isLocked.set(true);
}
