import { ByteReader, type Bytes, u32, u64 } from '../codec/bytes.ts';
import { Trap } from './errors.ts';

/** The memory of a running module. Pointers and lengths arrive as signed 32-bit numbers. */
export class GuestMemory {
  #memory: WebAssembly.Memory | undefined;

  attach(memory: WebAssembly.ExportValue | undefined): void {
    if (!(memory instanceof WebAssembly.Memory)) throw new Trap('Memory section should be exported');
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
    const reader = new ByteReader(this.read(pointer, length));
    const text = reader.text();
    reader.end();
    return text;
  }

  #place(pointer: number, length: number): { bytes: Bytes; from: number } {
    if (!this.#memory) throw new Trap('memory is used before the start');
    const bytes = new Uint8Array(this.#memory.buffer as ArrayBuffer);
    const from = pointer >>> 0;
    if (from + length > bytes.length) throw new Trap('Interpreter error: memory access out of bounds');
    return { bytes, from };
  }
}
