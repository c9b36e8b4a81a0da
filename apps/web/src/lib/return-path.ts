const KEY = 'sathi.returnTo';

/** Keeps, in this tab only, the page a visitor wanted to act on, until they are signed in. */
export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** The remembered page, once. Only a path of this site is ever followed. */
export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}
