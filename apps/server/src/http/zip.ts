import { crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

export type ZipEntry = { readonly name: string; readonly text: string };

const deflate = promisify(deflateRaw);

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x08_00;
const DEFLATED = 8;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/**
 * A ZIP file, entry by entry, so that no more than one is held at a time. An entry and the file stay below 4 GB; all carry
 * the time `at`, in UTC.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer, void, undefined> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, text } of entries) {
    const bytes = Buffer.from(text, 'utf8');
    const packed = await deflate(bytes);
    const names = Buffer.from(name, 'utf8');
    const facts = { crc: crc32(bytes), packed: packed.length, size: bytes.length, name: names.length, at };
    directory.push(centralHeader(facts, offset), names);
    const header = localHeader(facts);
    offset += header.length + names.length + packed.length;
    yield header;
    yield names;
    yield packed;
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endOf(directory.length / 2, central.length, offset);
}

type Facts = {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: number;
  readonly at: Date;
};

function localHeader(facts: Facts): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  writeFacts(header, 4, facts);
  return header;
}

function centralHeader(facts: Facts, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(VERSION, 4);
  writeFacts(header, 6, facts);
  header.writeUInt32LE(offset, 42);
  return header;
}

function writeFacts(header: Buffer, start: number, { crc, packed, size, name, at }: Facts): void {
  header.writeUInt16LE(VERSION, start);
  header.writeUInt16LE(FLAGS, start + 2);
  header.writeUInt16LE(DEFLATED, start + 4);
  header.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), start + 6);
  const years = at.getUTCFullYear() - 1980;
  header.writeUInt16LE((years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), start + 8);
  header.writeUInt32LE(crc, start + 10);
  header.writeUInt32LE(packed, start + 14);
  header.writeUInt32LE(size, start + 18);
  header.writeUInt16LE(name, start + 22);
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
