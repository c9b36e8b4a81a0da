import { fail, INVALID_ARGUMENT } from './errors';
import { Bytes, Writer } from './memory';

// A Map<String, String> as the chain writes it: how many entries, then each key and each value with its length.

/** Fails with INVALID_ARGUMENT unless the bytes are a map and nothing else. */
export function requireStringMap(map: Bytes): void {
  if (map.length < 4) fail(INVALID_ARGUMENT);
  const end = map.start + map.length;
  let at = map.start + 4;
  // Both numbers come from the sender of the map: neither the loop nor a sum may run away.
  for (let texts: u64 = <u64>load<u32>(map.start) * 2; texts > 0; texts--) {
    if (end - at < 4) fail(INVALID_ARGUMENT);
    const length = load<u32>(at);
    at += 4;
    if (end - at < length) fail(INVALID_ARGUMENT);
    at += length;
  }
  if (at != end) fail(INVALID_ARGUMENT);
}

export function isEmptyMap(map: Bytes): bool {
  return load<u32>(map.start) == 0;
}

/** The value of a key; no bytes at all when it is not there. The map has to be one. */
export function valueOf(map: Bytes, key: Bytes): Bytes {
  let at = map.start + 4;
  for (let left = load<u32>(map.start); left > 0; left--) {
    const found = textAt(at);
    const value = textAt(at + 4 + found.length);
    if (found.equals(key)) return value;
    at += 8 + found.length + value.length;
  }
  return Bytes.ofLength(0);
}

/** The same map with one more entry at its place in the order of the keys. Fails when the key is there already. */
export function withEntry(map: Bytes, key: Bytes, value: Bytes): Bytes {
  const count = load<u32>(map.start);
  const larger = Writer.withRoom(map.length + 8 + key.length + value.length).u32(count + 1);
  const end = map.start + map.length;
  let at = map.start + 4;
  for (let left = count; left > 0; left--) {
    const found = textAt(at);
    const order = compare(found, key);
    if (order == 0) fail(INVALID_ARGUMENT);
    if (order > 0) break;
    const length = 8 + found.length + textAt(at + 4 + found.length).length;
    larger.copy(at, length);
    at += length;
  }
  larger.u32(key.length).bytes(key).u32(value.length).bytes(value);
  return larger.copy(at, <u32>(end - at)).done();
}

function textAt(at: usize): Bytes {
  return Bytes.at(at + 4, load<u32>(at));
}

function compare(left: Bytes, right: Bytes): i32 {
  const order = memory.compare(left.start, right.start, min(left.length, right.length));
  return order != 0 ? order : <i32>left.length - <i32>right.length;
}
