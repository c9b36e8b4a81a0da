import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = { readonly name: string; readonly text: string | AsyncIterable<string> };

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
/** Names are UTF-8, and a descriptor follows each entry. */
const FLAGS = 0x08_08;
const DEFLATED = 8;
const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/**
 * A ZIP file, entry by entry and piece by piece, so that no more than a piece is held at a time. An entry and the file stay below
 * 4 GB; all carry the time `at`, in UTC. What an entry comes to is known behind it, and so stands there and in the directory.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer, void, undefined> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, text } of entries) {
    const names = Buffer.from(name, 'utf8');
    const facts: Facts = { crc: 0, packed: 0, size: 0, name: names.length, at };
    const header = localHeader(facts);
    yield header;
    yield names;
    yield* packed(typeof text === 'string' ? [text] : text, facts);
    yield descriptorOf(facts);
    directory.push(centralHeader(facts, offset), names);
    offset += header.length + names.length + facts.packed + DESCRIPTOR_BYTES;
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endOf(directory.length / 2, central.length, offset);
}

/** The deflated pieces; `facts` learn of what they come to. */
async function* packed(pieces: Iterable<string> | AsyncIterable<string>, facts: Facts) {
  const plain = async function* (): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece, 'utf8');
      facts.crc = crc32(bytes, facts.crc);
      facts.size += bytes.length;
      yield bytes;
    }
  };
  const deflate = createDeflateRaw();
  // A failure of the pieces ends the reading of what was made of them, where it is told.
  pipeline(Readable.from(plain()), deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    facts.packed += chunk.length;
    yield chunk;
  }
}

type Facts = {
  crc: number;
  packed: number;
  size: number;
  readonly name: number;
  readonly at: Date;
};

function localHeader(facts: Facts): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  writeFacts(header, 4, facts);
  return header;
}

function descriptorOf({ crc, packed, size }: Facts): Buffer {
  const descriptor = Buffer.alloc(DESCRIPTOR_BYTES);
  descriptor.writeUInt32LE(DESCRIPTOR, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
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
