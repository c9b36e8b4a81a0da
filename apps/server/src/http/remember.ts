type Kept<Value> = { readonly value: Promise<Value>; readonly readAtMs: number };

/**
 * Returns the value read for the same key less than `keptMs` ago, and reads once for all callers of the same moment.
 * For figures that are dear to read and may be a little old; the keys must be few, because none is ever forgotten.
 */
export function remember<Key, Value>(
  read: (key: Key) => Promise<Value>,
  keptMs: number,
  now: () => Date,
): (key: Key) => Promise<Value> {
  const known = new Map<Key, Kept<Value>>();
  return (key) => {
    const nowMs = now().getTime();
    const kept = known.get(key);
    if (kept && Math.abs(nowMs - kept.readAtMs) < keptMs) return kept.value;
    const value = read(key);
    known.set(key, { value, readAtMs: nowMs });
    // A failure is not worth keeping; its caller hears of it.
    value.catch(() => known.delete(key));
    return value;
  };
}
