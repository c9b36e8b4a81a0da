/** A piece of a message: words, or a web address that may be clicked. */
export type Piece = { readonly text: string; readonly href?: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** Signs that end a sentence rather than an address. */
const TAIL = /[.,:;!?…)\]}»”’।،؛؟]+$/;

/** Finds the web addresses in a text. Only `http` and `https`, and none that hides who it leads to behind a name. */
export function piecesOf(text: string, linksAllowed: boolean): readonly Piece[] {
  if (!linksAllowed) return [{ text }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TAIL, '');
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || url.username !== '' || url.password !== '' || !url.hostname.includes('.')) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: address, href: url.href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
