/** The first byte of a sequence, the bytes that follow it, and what the second one may be. */
const SEQUENCES: ReadonlyArray<readonly [from: number, to: number, more: number, second: readonly [number, number]]> = [
  [0x00, 0x7f, 0, [0x80, 0xbf]],
  [0xc2, 0xdf, 1, [0x80, 0xbf]],
  [0xe0, 0xe0, 2, [0xa0, 0xbf]],
  [0xe1, 0xec, 2, [0x80, 0xbf]],
  [0xed, 0xed, 2, [0x80, 0x9f]],
  [0xee, 0xef, 2, [0x80, 0xbf]],
  [0xf0, 0xf0, 3, [0x90, 0xbf]],
  [0xf1, 0xf3, 3, [0x80, 0xbf]],
  [0xf4, 0xf4, 3, [0x80, 0x8f]],
];

/** The reason why bytes are no UTF-8, in the words of Rust, or null when they are. */
export function utf8Fault(bytes: Uint8Array): string | null {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const [, , more = 0, second] = SEQUENCES.find(([from, to]) => first >= from && first <= to) ?? [];
    if (!second) return invalid(1, at);
    for (let index = 1; index <= more; index++) {
      const next = bytes[at + index];
      if (next === undefined) return `incomplete utf-8 byte sequence from index ${at}`;
      const [least, most] = index === 1 ? second : [0x80, 0xbf];
      if (next < least || next > most) return invalid(index, at);
    }
    at += 1 + more;
  }
  return null;
}

function invalid(length: number, index: number): string {
  return `invalid utf-8 sequence of ${length} bytes from index ${index}`;
}
