/** A value that parts of the page share. Those who subscribe hear of each `set`, also of one that changes nothing. */
export function createStore<Value>(begun: Value) {
  let value = begun;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next: Value) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
