import { createStore } from './store.ts';

const underWay = createStore(0);

/** Whether the device is solving a challenge of the server. */
export function isSolving(): boolean {
  return underWay.get() > 0;
}

export const subscribeToSolving = underWay.subscribe;

/** Tells that a challenge is being solved, until the function that it returns is called. */
export function beginSolving(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: 1 | -1): void {
  underWay.set(underWay.get() + by);
}
