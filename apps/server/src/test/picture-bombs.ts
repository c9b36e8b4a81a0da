import { crc32, deflateSync } from 'node:zlib';

/** `refused` with these codes; `kept` as a clean picture; `either` where a decoder may still find a picture in it. */
export type Hostile = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly expect: 'kept' | 'either' | readonly string[];
};

export const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const BROKEN = ['image_unreadable'] as const;
const LARGE = ['image_too_large'] as const;

export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function pngHeader(width: number, height: number, depth = 8, colour = 2): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width);
  content.writeUInt32BE(height, 4);
  content.set([depth, colour, 0, 0, 0], 8);
  return pngChunk('IHDR', content);
}

function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([PNG_START, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
}

export function bombs(png: Buffer): Hostile[] {
  const zeros = deflateSync(Buffer.alloc(30_002_000), { level: 9 });
  const size = (width: number, height: number, depth = 8, colour = 2) =>
    pngOf(pngHeader(width, height, depth, colour), pngChunk('IDAT', zeros));
  const text = deflateSync(Buffer.alloc(50_000_000, 'a'), { level: 9 });
  const headers: [number, number][] = [
    [50_000, 50_000],
    [1, 2_147_483_647],
    [2_147_483_647, 1],
    [2_147_483_647, 2_147_483_647],
    [40_000_001, 1],
    [1, 40_000_001],
    [6325, 6325],
    [65_535, 65_535],
  ];
  return [
    ...headers.map(([width, height]) => ({
      name: `a PNG that says ${width} × ${height}`,
      bytes: size(width, height),
      // Some are beyond the limits of the format's library.
      expect: [...LARGE, ...BROKEN],
    })),
    { name: 'a PNG of no width', bytes: size(0, 10), expect: BROKEN },
    { name: 'a PNG of no height', bytes: size(10, 0), expect: BROKEN },
    { name: 'a PNG of no depth', bytes: size(10, 10, 0), expect: BROKEN },
    { name: 'a PNG of an unknown kind of colour', bytes: size(10, 10, 8, 5), expect: BROKEN },
    { name: 'a PNG whose content unfolds to thirty megabytes', bytes: size(10, 10), expect: 'either' },
    { name: 'a PNG of 5000 × 2000 in thirty kilobytes', bytes: size(5000, 2000), expect: 'kept' },
    {
      name: 'a PNG with fifty megabytes of text',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), text])),
        png.subarray(33),
      ]),
      expect: 'either',
    },
    {
      name: 'a PNG with a profile that unfolds',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), text])),
        png.subarray(33),
      ]),
      expect: 'either',
    },
    { name: 'a PNG without content', bytes: pngOf(pngHeader(10, 10)), expect: BROKEN },
    {
      name: 'a PNG of a thousand empty chunks',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        ...Array.from({ length: 1000 }, () => pngChunk('IDAT', Buffer.alloc(0))),
        png.subarray(33),
      ]),
      expect: 'either',
    },
    {
      name: 'a PNG with a chunk longer than the file',
      bytes: Buffer.concat([png.subarray(0, 33), Buffer.from('7fffffff49444154', 'hex'), png.subarray(33)]),
      expect: BROKEN,
    },
    {
      name: 'a PNG with two headers',
      bytes: Buffer.concat([png.subarray(0, 33), pngHeader(50_000, 50_000), png.subarray(33)]),
      expect: 'either',
    },
    ...[16_384, 65_535, 65_500].map((edge) => ({
      name: `a JPEG that says ${edge} × ${edge}`,
      bytes: jpegHeader(edge, edge),
      expect: [...LARGE, ...BROKEN],
    })),
    { name: 'a WebP that says 16384 × 16384', bytes: webpHeader(16_384, 16_384, 0), expect: [...LARGE, ...BROKEN] },
    {
      name: 'a WebP that says 16777216 × 16777216',
      bytes: webpHeader(16_777_216, 16_777_216, 0),
      expect: [...LARGE, ...BROKEN],
    },
  ];
}

/** The beginning of a JPEG up to its size, and nothing after it. */
function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100'.slice(0, 38), 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame, Buffer.alloc(200)]);
}

export function webpHeader(width: number, height: number, flags: number): Buffer {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(4 + 8 + content.length);
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBPVP8X'), Buffer.from('0a000000', 'hex'), content]);
}
