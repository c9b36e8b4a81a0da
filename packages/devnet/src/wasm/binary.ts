import type { Bytes } from '../codec/bytes.ts';
import { WasmError } from './wasm-error.ts';

/** Reads the binary form of WebAssembly. */
export class WasmReader {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new WasmError('Deserialization error: unexpected end');
    return byte;
  }

  /** An unsigned LEB128 of at most 32 bits. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift > 28) throw new WasmError('Deserialization error: a number is too long');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte >= 0x80) continue;
      if (value > 0xffffffff) throw new WasmError('Deserialization error: a number is too large');
      return value;
    }
  }

  /** A number of items that follow, each of at least one byte. */
  count(): number {
    const count = this.unsigned();
    if (count > this.bytes.length - this.at) throw new WasmError('Deserialization error: unexpected end');
    return count;
  }

  skipNumber(): void {
    while (this.byte() >= 0x80);
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new WasmError('Deserialization error: unexpected end');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  sized(): Uint8Array {
    return this.take(this.unsigned());
  }

  name(): string {
    return Buffer.from(this.sized()).toString('utf8');
  }

  rest(): Uint8Array {
    return this.take(this.bytes.length - this.at);
  }
}

/** Collects the binary form of WebAssembly; it grows by doubling. */
export class WasmWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  byte(...bytes: readonly number[]): this {
    return this.raw(bytes);
  }

  raw(bytes: ArrayLike<number>): this {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(this.length + bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  unsigned(value: number): this {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
    return this.byte(rest);
  }

  /** A signed LEB128 of a number that is not negative. */
  signed(value: number): this {
    let rest = value;
    for (; rest >= 0x40; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
    return this.byte(rest);
  }

  sized(content: Uint8Array): this {
    return this.unsigned(content.length).raw(content);
  }

  toBytes(): Bytes {
    return this.#bytes.slice(0, this.length);
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }
}
