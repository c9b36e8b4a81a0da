const WINDOW_BYTES = 1 << 20;
/** Longer than any way of writing the words that are looked for. */
const OVERLAP_BYTES = 256;
const BLANKS = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|[\0\s])*/;

/** The beginning of a declaration in UTF-8, or in UTF-16 and UTF-32, where zeros stand between the letters. */
const wide = (text: string): string => [...text].join('\\0{0,3}');
const DECLARED = [
  `${wide('<!')}(?:\\0|\\s)*(?:${wide('DOCTYPE')}|${wide('ENTITY')})`,
  // UTF-7.
  '\\+ADw(?:-!|AIQ-?|-\\+ACE-?)\\s*(?:DOCTYPE|ENTITY)',
  // EBCDIC.
  '\\x4c[\\x5a\\x4f](?:\\xc4\\xd6\\xc3\\xe3\\xe8\\xd7\\xc5|\\xc5\\xd5\\xe3\\xc9\\xe3\\xe8)',
];
const DOCTYPE = new RegExp(DECLARED.join('|'), 'i');

/** Whether markup begins a file, in whatever encoding. */
export function looksLikeXml(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 4096).replace(BLANKS, '');
  return head.startsWith('<') || head.startsWith('+ADw') || head.startsWith('\x4c\x6f\xa7\x94\x93');
}

/** Declarations of types and entities are never read, so a file with one is refused before its markup is (R21.2). */
export function hasDoctype(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    if (DOCTYPE.test(bytes.toString('latin1', at, at + WINDOW_BYTES + OVERLAP_BYTES))) return true;
  }
  return false;
}
