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
    if (byte === undefined) throw new WasmError('I/O Error: UnexpectedEof');
    return byte;
  }

  /** An unsigned LEB128 of at most 32 bits. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift > 28) throw new WasmError('Not an unsigned 32-bit integer');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte >= 0x80) continue;
      if (value > 0xffffffff) throw new WasmError('Not an unsigned 32-bit integer');
      return value;
    }
  }

  /** A number of items that follow, each of at least one byte. */
  count(): number {
    const count = this.unsigned();
    if (count > this.bytes.length - this.at) throw new WasmError('I/O Error: UnexpectedEof');
    return count;
  }

  /** A signed LEB128 as it is written in its shortest form. */
  signedBytes(): Uint8Array {
    const from = this.at;
    while (this.byte() >= 0x80);
    const bytes = new Uint8Array(this.bytes.subarray(from, this.at));
    let length = bytes.length;
    while (length > 1 && isPadding(bytes[length - 1] ?? 0, bytes[length - 2] ?? 0)) {
      length--;
      bytes[length - 1] = (bytes[length - 1] ?? 0) & 0x7f;
    }
    return bytes.subarray(0, length);
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new WasmError('I/O Error: UnexpectedEof');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  sized(): Uint8Array {
    return this.take(this.unsigned());
  }

  name(): string {
    return Buffer.from(this.sized()).toString('utf8');
  }

  /** @throws WasmError when bytes are left over */
  end(): void {
    if (!this.done) throw new WasmError('I/O Error: InvalidData');
  }
}

/** Whether the last byte of a signed number only repeats the sign that the byte before it ends with. */
function isPadding(last: number, before: number): boolean {
  return last === ((before & 0x40) === 0 ? 0 : 0x7f);
}

/** Collects the binary form of WebAssembly; it grows by doubling. */
export class WasmWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  byte(value: number): this {
    if (this.length === this.#bytes.length) this.#grow(this.length + 1);
    this.#bytes[this.length++] = value;
    return this;
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

  /** A signed LEB128 of 32 bits. */
  signed(value: number): this {
    let rest = value | 0;
    for (; rest < -0x40 || rest >= 0x40; rest >>= 7) this.byte((rest & 0x7f) | 0x80);
    return this.byte(rest & 0x7f);
  }

  sized(content: ArrayLike<number>): this {
    return this.unsigned(content.length).raw(content);
  }

  text(content: string): this {
    return this.sized(Buffer.from(content, 'utf8'));
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
