import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** Stands in place of the figure of a hidden amount; its currency stays. */
export const DOTS = '•••';

const KEY = 'hide-amounts';
const areShown = createStore(false);

/** Shows the hidden amounts, or hides them again, until the page is loaded anew. */
export const showAmounts = areShown.set;
export const onAmounts = areShown.subscribe;

/** Whether the person wants their own amounts hidden on this device. */
export function hidesAmounts(): boolean {
  return localStorage.getItem(KEY) !== null;
}

/** Whether amounts are hidden now: by choice, and not shown for the moment. */
export function useHiddenAmounts(): boolean {
  return useSyncExternalStore(onAmounts, areAmountsHidden, () => false);
}

function areAmountsHidden(): boolean {
  return hidesAmounts() && !areShown.get();
}

export function chooseHidingAmounts(hide: boolean): void {
  if (hide) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
  showAmounts(false);
}
