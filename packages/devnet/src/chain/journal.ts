import fs from 'node:fs';
import { blake, hex, utf8 } from '../codec/bytes.ts';

const CHECKSUM_DIGITS = 16;
const NEW_LINE = 0x0a;

/** The journal contains a record that was never written: it is damaged, and not only at its end. */
export class JournalError extends Error {}

/** Lines of JSON, each with a checksum in front. A line counts once it lies on the disk as a whole. */
export class Journal {
  readonly #file: number;
  #length: number;

  /** @throws JournalError when a line in the middle is damaged */
  static open(path: string): { readonly journal: Journal; readonly records: readonly unknown[] } {
    const file = fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    const { records, length } = readRecords(fs.readFileSync(file));
    // The last process was killed while it wrote these bytes; their record was never acknowledged.
    fs.ftruncateSync(file, length);
    return { journal: new Journal(file, length), records };
  }

  private constructor(file: number, length: number) {
    this.#file = file;
    this.#length = length;
  }

  /** Returns when the record is on the disk. When it throws, the record is not there. */
  append(record: unknown): void {
    const json = JSON.stringify(record);
    const line = Buffer.from(`${checksum(json)} ${json}\n`);
    try {
      for (let at = 0; at < line.length; )
        at += fs.writeSync(this.#file, line, at, line.length - at, this.#length + at);
      fs.fsyncSync(this.#file);
      this.#length += line.length;
    } catch (error) {
      fs.ftruncateSync(this.#file, this.#length);
      throw error;
    }
  }

  close(): void {
    fs.closeSync(this.#file);
  }
}

function readRecords(content: Buffer): { readonly records: readonly unknown[]; readonly length: number } {
  const records: unknown[] = [];
  let at = 0;
  while (at < content.length) {
    const end = content.indexOf(NEW_LINE, at);
    const record = end === -1 ? undefined : parseLine(content.toString('utf8', at, end));
    if (record === undefined) {
      const isLast = end === -1 || end === content.length - 1;
      if (isLast) break;
      throw new JournalError(`the journal is damaged at byte ${at}`);
    }
    records.push(record);
    at = end + 1;
  }
  return { records, length: at };
}

function parseLine(line: string): unknown {
  const json = line.slice(CHECKSUM_DIGITS + 1);
  return line.slice(0, CHECKSUM_DIGITS) === checksum(json) ? JSON.parse(json) : undefined;
}

function checksum(json: string): string {
  return hex(blake(utf8(json))).slice(0, CHECKSUM_DIGITS);
}
