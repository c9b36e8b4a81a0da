import { fail, OUT_OF_MEMORY } from './errors';

// A node refuses modules with a start section, and AssemblyScript emits one as soon as the managed runtime is used: no
// `new`, no arrays, no string operations. Memory is therefore one static arena that only grows. Each call of an entry
// point is a fresh instance of the module, so there is nothing to give back.

const ARENA_SIZE: usize = 32768;
const arena: usize = memory.data(32768);
let used: usize = 0;

/** `size` bytes of zeros, aligned to 8. */
export function allocate(size: usize): usize {
  if (size > ARENA_SIZE - used) fail(OUT_OF_MEMORY);
  const start = arena + used;
  used = min(ARENA_SIZE, (used + size + 7) & ~7);
  return start;
}

/** A piece of memory. */
@unmanaged
export class Bytes {
  start: usize;
  length: u32;

  static at(start: usize, length: u32): Bytes {
    const bytes = changetype<Bytes>(allocate(offsetof<Bytes>()));
    bytes.start = start;
    bytes.length = length;
    return bytes;
  }

  /** `length` bytes of zeros. */
  static ofLength(length: u32): Bytes {
    return Bytes.at(allocate(length), length);
  }

  equals(other: Bytes): bool {
    return this.length == other.length && memory.compare(this.start, other.start, this.length) == 0;
  }
}

/** Puts bytes one after the other into a room of fixed size. Numbers are little-endian, as everywhere on this chain. */
@unmanaged
export class Writer {
  start: usize;
  length: u32;
  room: u32;

  static withRoom(room: u32): Writer {
    const writer = changetype<Writer>(allocate(offsetof<Writer>()));
    writer.start = allocate(room);
    writer.length = 0;
    writer.room = room;
    return writer;
  }

  private grow(by: u32): usize {
    if (by > this.room - this.length) fail(OUT_OF_MEMORY);
    const end = this.start + this.length;
    this.length += by;
    return end;
  }

  byte(value: u32): Writer {
    store<u8>(this.grow(1), value);
    return this;
  }

  u32(value: u32): Writer {
    store<u32>(this.grow(4), value);
    return this;
  }

  copy(from: usize, length: u32): Writer {
    memory.copy(this.grow(length), from, length);
    return this;
  }

  bytes(bytes: Bytes): Writer {
    return this.copy(bytes.start, bytes.length);
  }

  /** The characters of a literal in ASCII. */
  ascii(literal: string): Writer {
    for (let i = 0, length = literal.length; i < length; i++) this.byte(literal.charCodeAt(i));
    return this;
  }

  /** A literal as a String: its length, then its characters. */
  string(literal: string): Writer {
    return this.u32(literal.length).ascii(literal);
  }

  hex(bytes: Bytes): Writer {
    for (let i: u32 = 0; i < bytes.length; i++) {
      const byte = load<u8>(bytes.start + i);
      this.byte(hexDigit(byte >> 4)).byte(hexDigit(byte & 15));
    }
    return this;
  }

  done(): Bytes {
    return Bytes.at(this.start, this.length);
  }
}

function hexDigit(value: u8): u8 {
  return value < 10 ? 48 + value : 87 + value;
}

/** A literal as bytes. */
export function ascii(literal: string): Bytes {
  return Writer.withRoom(literal.length).ascii(literal).done();
}

/** A literal with its length in front. */
export function lengthAndAscii(literal: string): Bytes {
  return Writer.withRoom(literal.length + 4)
    .string(literal)
    .done();
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of 33 bytes, which is 44 characters and needs no padding. */
export function base64OfKey(key: Bytes): Bytes {
  const text = Writer.withRoom(44);
  for (let i: usize = 0; i < 33; i += 3) {
    const at = key.start + i;
    const group: u32 = ((<u32>load<u8>(at)) << 16) | ((<u32>load<u8>(at + 1)) << 8) | <u32>load<u8>(at + 2);
    for (let shift = 18; shift >= 0; shift -= 6) text.byte(BASE64.charCodeAt((group >> shift) & 63));
  }
  return text.done();
}
