const LINK_LENGTH_MAX = 2048;
/** Names that never lead out into the public web. */
const PRIVATE_HOST = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|onion|arpa)$/;

/**
 * A web address that may be shown to others, as it is stored; null for any other text. Only `https` and `http`, no user
 * or password, a public host name (an address of numbers is none), at most 2,048 characters.
 */
export function normalizeLink(text: string): string | null {
  const trimmed = text.trim();
  // The parser silently drops tabs and line breaks, which hides the real address.
  if (trimmed.length > LINK_LENGTH_MAX || /[\s\p{Cc}\\]/u.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || !isPublicHost(url.hostname)) return null;
  return url.href.length <= LINK_LENGTH_MAX ? url.href : null;
}

function isPublicHost(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  const isNumbers = host.startsWith('[') || /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length >= 2 && labels.every((label) => label !== '') && !isNumbers && !PRIVATE_HOST.test(host);
}
