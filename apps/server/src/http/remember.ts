type Kept<Value> = { readonly value: Promise<Value>; readonly readAtMs: number };

/** The oldest value beyond so many is forgotten. */
const KEYS_MAX = 1_000;

/**
 * Returns the value read for the same key less than `keptMs` ago, and reads once for all callers of the same moment.
 * For figures that are dear to read and may be a little old. A key is plain data.
 */
export function remember<Key, Value>(
  read: (key: Key) => Promise<Value>,
  keptMs: number,
  now: () => Date,
): (key: Key) => Promise<Value> {
  const known = new Map<string, Kept<Value>>();
  return (key) => {
    const nowMs = now().getTime();
    const name = JSON.stringify([key]);
    const kept = known.get(name);
    if (kept && Math.abs(nowMs - kept.readAtMs) < keptMs) return kept.value;
    const value = read(key);
    known.delete(name);
    known.set(name, { value, readAtMs: nowMs });
    if (known.size > KEYS_MAX) known.delete([...known.keys()][0]!);
    // A failure is not worth keeping; its caller hears of it.
    value.catch(() => known.delete(name));
    return value;
  };
}
