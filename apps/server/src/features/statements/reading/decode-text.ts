import { isUtf8 } from 'node:buffer';
import { malformed, refused } from './refused.ts';

const CHUNK_BYTES = 1 << 20;
/** The kind of a text shows in its beginning. */
const HEAD_LENGTH = 64 * 1024;
/** Windows-1252, and others like it, leave these bytes without a letter; decoders make control characters of them. */
const NO_LETTER = /[\u0080-\u009f]/;

/** Bytes that name what they are: no file of a bank begins with these. */
const ARCHIVES = [
  '504b0304',
  '504b0506',
  '504b0708',
  '1f8b',
  '1f9d',
  '1fa0',
  '425a68',
  'fd377a585a00',
  '377abcaf271c',
  '526172211a07',
  '28b52ffd',
  '04224d18',
  '4d534346',
  '4c5a4950',
];
const OTHER_KINDS = ['25504446', '89504e47', 'ffd8ff', '47494638', 'd0cf11e0a1b11ae1', '7b5c727466', '53514c697465'];

/** @throws StatementRefused `archive_refused`; `format_unknown` for an empty file and other kinds with a name of their own */
export function refuseOtherKinds(bytes: Buffer): void {
  const begins = bytes.toString('hex', 0, 16);
  const isTar = bytes.length > 262 && bytes.toString('latin1', 257, 262) === 'ustar';
  if (isTar || ARCHIVES.some((magic) => begins.startsWith(magic))) refused('archive_refused');
  if (OTHER_KINDS.some((magic) => begins.startsWith(magic))) refused('format_unknown');
}

/** A text that is read piece by piece, so that a large one is never held twice. */
export type Decoded = {
  readonly encoding: string;
  /** Whether the bytes say it themselves, by their mark or by being UTF-8. */
  readonly isUnicode: boolean;
  readonly pieces: () => Generator<{ text: string; readBytes: number }>;
};

/** @throws StatementRefused `statement_malformed` for bytes that are no text */
export function headOf(pieces: ReturnType<Decoded['pieces']>): string {
  const { value, done } = pieces.next();
  pieces.return(undefined);
  return done ? malformed() : value.text.slice(0, HEAD_LENGTH);
}

/** Decodes a text by its byte order mark, else as strict UTF-8, else as the mapping says (R21.3). */
export function decodePlain(bytes: Buffer, encoding: string): Decoded {
  const marked = markOf(bytes);
  if (marked !== null) return decodedAs(bytes.subarray(marked.length), marked.encoding);
  return decodedAs(bytes, isUtf8(bytes) ? 'utf-8' : encoding);
}

/**
 * Decodes XML by its byte order mark or its own declaration, as UTF-8 or UTF-16 only (R21.3).
 *
 * @throws StatementRefused `statement_malformed` for another encoding
 */
export function decodeXml(bytes: Buffer): Decoded {
  const marked = markOf(bytes);
  if (marked !== null) return decodedAs(bytes.subarray(marked.length), marked.encoding);
  const wide = bytes[0] === 0 ? 'utf-16be' : bytes[1] === 0 ? 'utf-16le' : null;
  const head = bytes.toString('latin1', 0, 400).replaceAll('\0', '');
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/i.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  const named = wide === null ? /^(?:utf-?8|us-ascii|ascii)$/ : /^utf-?16(?:le|be)?$/;
  if (!named.test(declared)) malformed(1);
  return decodedAs(bytes, wide ?? 'utf-8');
}

function markOf(bytes: Buffer): { encoding: string; length: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return null;
}

function decodedAs(bytes: Buffer, encoding: string): Decoded {
  const isUnicode = encoding.startsWith('utf-');
  return {
    encoding,
    isUnicode,
    *pieces() {
      // The decoder is told to expect more each time: without it Node reads Windows-1252 as if it were Latin-1.
      const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const end = Math.min(at + CHUNK_BYTES, bytes.length);
        const text = decodePiece(() => decoder.decode(bytes.subarray(at, end), { stream: true }));
        if (text.includes('\0') || (!isUnicode && NO_LETTER.test(text))) malformed();
        yield { text, readBytes: end };
      }
      decodePiece(() => decoder.decode());
    },
  };
}

function decodePiece(decode: () => string): string {
  try {
    return decode();
  } catch {
    return malformed();
  }
}
