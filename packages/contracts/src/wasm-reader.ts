/** Reads a module from front to back. */
export class WasmReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new RangeError('the module ends too early');
    return byte;
  }

  /** LEB128, of which only the low 32 bits matter here. Signed numbers are skipped with it too. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.#bytes.length) throw new RangeError('the module ends too early');
    return this.#bytes.subarray(this.at, (this.at += length));
  }

  text(): string {
    return new TextDecoder().decode(this.take(this.number()));
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.number() }, read);
  }
}
