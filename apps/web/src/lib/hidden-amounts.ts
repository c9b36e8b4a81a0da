import { useSyncExternalStore } from 'react';

/** In the place of the figure of an amount; its currency stays. */
export const DOTS = '•••';

const KEY = 'hide-amounts';
const listeners = new Set<() => void>();
let areShown = false;

/** Whether the person wants their own amounts hidden on this device. */
export function hidesAmounts(): boolean {
  return localStorage.getItem(KEY) !== null;
}

/** Hidden by choice, and not shown for the moment. */
export function useHiddenAmounts(): boolean {
  return useSyncExternalStore(onAmounts, areAmountsHidden, () => false);
}

function areAmountsHidden(): boolean {
  return hidesAmounts() && !areShown;
}

export function chooseHidingAmounts(hide: boolean): void {
  if (hide) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
  showAmounts(false);
}

/** Until the page is loaded anew. */
export function showAmounts(shown: boolean): void {
  areShown = shown;
  for (const listener of listeners) listener();
}

export function onAmounts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
