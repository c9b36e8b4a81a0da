const KEY = 'share-code';
const CODE = /^[a-z2-9]{8}$/;

/** The code of the own link that led into this tab, kept until it closes: a backing made by then counts for its person. */
export function keptShareCode(): { shareCode?: string } {
  const shareCode = sessionStorage.getItem(KEY);
  return shareCode === null ? {} : { shareCode };
}

/** The code in this address. It is kept before anything is drawn: a quick visitor is on another page a moment later. */
export function keepShareCode(): string | null {
  const code = new URLSearchParams(location.search).get('by');
  if (code === null || !CODE.test(code)) return null;
  sessionStorage.setItem(KEY, code);
  return code;
}
