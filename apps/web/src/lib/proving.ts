let underWay = 0;
const listeners = new Set<() => void>();

/** Whether the device is working on a proof that the server asked for. */
export function isProving(): boolean {
  return underWay > 0;
}

export function subscribeToProving(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells that a proof is being worked on, until the function that it gives is called. */
export function beginProving(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: 1 | -1): void {
  underWay += by;
  for (const listener of listeners) listener();
}
