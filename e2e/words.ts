import type { Page } from '@playwright/test';

/** Fields of answers in which people's own words, names and numbers stand. */
const WRITTEN = new Set(
  `title description firstName lastName userName name text bio slogan welcomeMessage email phone accountName accountNumber
  bankName branch reference reason note returnNote alt imageAlt inviterName actorName ownerName mfiName approvedByName
  propTitle website donationUrl campaignUrl`.split(/\s+/),
);

/** Collects from now on the texts by people that the server hands to this page. */
export function hearWords(page: Page): ReadonlySet<string> {
  const words = new Set<string>();
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/') || response.status() >= 300) return;
    if (!response.headers()['content-type']?.includes('json')) return;
    response.json().then(
      (answer) => collect(answer, words),
      () => undefined,
    );
  });
  return words;
}

function collect(value: unknown, words: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && WRITTEN.has(key)) words.add(inner);
    else collect(inner, words);
  }
}

/**
 * The places where such words stand bare in a sentence or a line of the interface: without `dir`, `<bdi>` or marks of
 * direction around them, so that a full stop, a number or a plus sign beside them changes its side. A single word is
 * safe, and so is text that runs as the page does.
 */
export async function bareWords(page: Page, heard: ReadonlySet<string>): Promise<string[]> {
  const written = await page
    .locator('#server-data')
    .textContent({ timeout: 1000 })
    .catch(() => null);
  const words = new Set(heard);
  if (written !== null) collect(JSON.parse(written), words);
  return page.evaluate(
    (all) => {
      const isForeign = (word: string) => document.dir === 'rtl' || /[\u0590-\u08ff]/.test(word);
      const several = all
        .map((word) => word.trim())
        .filter((word) => word.length > 2 && isForeign(word) && !/^[\p{L}\p{M}\p{N}]+$/u.test(word));
      const found = new Set<string>();
      const isBare = (text: string, word: string): boolean => {
        const start = text.indexOf(word);
        const before = text.slice(0, start).replaceAll(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '');
        return start >= 0 && !/[\u2066-\u2068][^\u2069]*$/.test(before);
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        const text = node.nodeValue ?? '';
        if (!parent || parent.closest('script, style, textarea, [dir]:not(html, body, #root), bdi')) continue;
        for (const word of several) {
          if (isBare(text, word)) found.add(`<${parent.tagName.toLowerCase()} class="${parent.className}"> ${text}`);
        }
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [alt]')) {
        for (const name of ['aria-label', 'title', 'alt']) {
          const text = element.getAttribute(name) ?? '';
          for (const word of several) if (text.trim() !== word && isBare(text, word)) found.add(`${name}: ${text}`);
        }
      }
      return [...found];
    },
    [...words],
  );
}
