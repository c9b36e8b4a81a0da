import { vi } from 'vitest';

/** The little of a browser that `lib` touches, for tests that run in Node. Gives the storage. */
export function fakeBrowser(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  return stored;
}
