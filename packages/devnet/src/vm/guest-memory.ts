import { ByteReader, type Bytes, u32, u64 } from '../codec/bytes.ts';
import { Trap } from './errors.ts';

/** The memory of a running module. Pointers and lengths arrive as signed 32-bit numbers. */
export class GuestMemory {
  readonly #memory: WebAssembly.Memory;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** @throws Trap outside of the memory */
  read(pointer: number, length: number): Bytes {
    const { bytes, from } = this.#place(pointer, length >>> 0);
    return bytes.slice(from, from + (length >>> 0));
  }

  write(pointer: number, content: Uint8Array): void {
    const { bytes, from } = this.#place(pointer, content.length);
    bytes.set(content, from);
  }

  holds(pointer: number, length: number): boolean {
    return (pointer >>> 0) + length <= this.#memory.buffer.byteLength;
  }

  writeU32(pointer: number, value: number): void {
    this.write(pointer, u32(value));
  }

  writeU64(pointer: number, value: bigint): void {
    this.write(pointer, u64(value));
  }

  /** Text as it is. */
  text(pointer: number, length: number): string {
    return Buffer.from(this.read(pointer, length)).toString('utf8');
  }

  /** Text with its length in front. */
  sizedText(pointer: number, length: number): string {
    return this.parse(pointer, length, (reader) => reader.text());
  }

  /** @throws FormatError when the bytes do not have exactly the form that is read */
  parse<Value>(pointer: number, length: number, read: (reader: ByteReader) => Value): Value {
    const reader = new ByteReader(this.read(pointer, length));
    const value = read(reader);
    reader.end();
    return value;
  }

  #place(pointer: number, length: number): { bytes: Bytes; from: number } {
    const bytes = new Uint8Array(this.#memory.buffer as ArrayBuffer);
    const from = pointer >>> 0;
    if (from + length > bytes.length) {
      throw new Trap(
        `Interpreter error: trying to access region [${from}..${from + length}] in memory [0..${bytes.length}]`,
      );
    }
    return { bytes, from };
  }
}
