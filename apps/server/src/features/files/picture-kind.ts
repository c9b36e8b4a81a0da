export type PictureKind = 'jpeg' | 'png' | 'webp';

/** The names that browsers and phones give to the three kinds, and those that claim nothing. */
const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/jpg',
  'image/pjpeg',
  'image/png',
  'image/x-png',
  'image/webp',
  'image/*',
  'application/octet-stream',
  '',
]);
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** The kind of a file by its first bytes, under any name; null for all but the three kinds (R14.1). */
export function kindOfBytes(bytes: Buffer): PictureKind | null {
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (bytes.subarray(0, 8).equals(PNG)) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : null;
}

/**
 * Whether a `Content-Type` may stand over a picture. Phones name a picture by its file name, so one kind may be declared and
 * another be there; the bytes decide. A type that is none of a picture is refused.
 */
export function isPictureType(contentType: string | undefined): boolean {
  return PICTURE_TYPES.has((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '');
}

/**
 * Whether a picture moves. The decoder shows the first frame of an animated PNG and says nothing of the others, so the chunks
 * are read here.
 */
export function isAnimated(bytes: Buffer, kind: PictureKind): boolean {
  if (kind === 'png') return chunks(bytes, 8, pngChunk).some((name) => name === 'acTL');
  if (kind === 'webp') return chunks(bytes, 12, webpChunk).some((name) => name === 'ANIM' || name === 'ANMF');
  return false;
}

type Chunk = { readonly name: string; readonly end: number };

function chunks(bytes: Buffer, start: number, chunkAt: (bytes: Buffer, at: number) => Chunk): string[] {
  const names: string[] = [];
  for (let at = start; at + 8 <= bytes.length; ) {
    const { name, end } = chunkAt(bytes, at);
    names.push(name);
    at = end;
  }
  return names;
}

/** Length, name, content, checksum. */
function pngChunk(bytes: Buffer, at: number): Chunk {
  return { name: bytes.toString('latin1', at + 4, at + 8), end: at + 12 + bytes.readUInt32BE(at) };
}

/** Name, length, content, made even. */
function webpChunk(bytes: Buffer, at: number): Chunk {
  const length = bytes.readUInt32LE(at + 4);
  return { name: bytes.toString('latin1', at, at + 4), end: at + 8 + length + (length % 2) };
}
