import { createStore } from './store.ts';

const underWay = createStore(0);

/** Whether the device is working on a proof that the server asked for. */
export function isProving(): boolean {
  return underWay.get() > 0;
}

export const subscribeToProving = underWay.subscribe;

/** Tells that a proof is being worked on, until the function that it gives is called. */
export function beginProving(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: 1 | -1): void {
  underWay.set(underWay.get() + by);
}
