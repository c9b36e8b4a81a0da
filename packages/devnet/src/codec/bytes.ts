import { blake2b } from '@noble/hashes/blake2.js';

/** Bytes of their own memory, as WebAssembly wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const EMPTY: Bytes = new Uint8Array(0);

/** BLAKE2b with 32 bytes of output, the only hash of a Casper chain. */
export function blake(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(blake2b(concat(...parts), { dkLen: 32 }));
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** @throws FormatError when the text is not pairs of hexadecimal digits */
export function unhex(text: string): Bytes {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) throw new FormatError('not hexadecimal');
  return new Uint8Array(Buffer.from(text, 'hex'));
}

export function utf8(text: string): Bytes {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function u8(value: number): Bytes {
  return Uint8Array.of(value);
}

export function u16(value: number): Bytes {
  return Uint8Array.of(value & 0xff, value >> 8);
}

export function u32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export function u64(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/** Bytes with their length in front, as text and byte vectors are written. */
export function sized(bytes: Uint8Array): Bytes {
  return concat(u32(bytes.length), bytes);
}

export function text(value: string): Bytes {
  return sized(utf8(value));
}

/** U128, U256 and U512: one byte of length, then the number, the least byte first. */
export function bigUint(value: bigint): Bytes {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn));
  return Uint8Array.of(bytes.length, ...bytes);
}

/** The bytes do not have the expected form. */
export class FormatError extends Error {}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the serialisation of Casper from front to back and never beyond its end. */
export class ByteReader {
  at = 0;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }

  i32(): number {
    return this.#view.getInt32(this.#advance(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true);
  }

  take(count: number): Bytes {
    const from = this.#advance(count);
    return new Uint8Array(this.bytes.subarray(from, from + count));
  }

  sized(): Bytes {
    return this.take(this.u32());
  }

  text(): string {
    const bytes = this.sized();
    try {
      return STRICT_UTF8.decode(bytes);
    } catch {
      throw new FormatError('not UTF-8');
    }
  }

  bigUint(): bigint {
    let value = 0n;
    for (const byte of this.take(this.u8()).reverse()) value = (value << 8n) | BigInt(byte);
    return value;
  }

  /**
   * A count, then so many items. A count that cannot fit into the remaining bytes ends in an error before any memory is
   * taken.
   */
  list<Item>(item: () => Item): Item[] {
    const count = this.u32();
    const items: Item[] = [];
    for (let index = 0; index < count; index++) {
      const before = this.at;
      items.push(item());
      if (this.at === before && count > this.bytes.length) throw new FormatError('a list without content');
    }
    return items;
  }

  peek(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new FormatError('early end of stream');
    return byte;
  }

  /** @throws FormatError when bytes are left over */
  end(): void {
    if (this.at !== this.bytes.length) throw new FormatError('left-over bytes');
  }

  #advance(count: number): number {
    if (this.at + count > this.bytes.length) throw new FormatError('early end of stream');
    const from = this.at;
    this.at += count;
    return from;
  }
}
