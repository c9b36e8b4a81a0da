import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions, AxeResults } from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds wrong with the page as it is now. Its program is brought once to each page; no page has frames. */
export async function findingsOfAxe(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(SOURCE);
  // What fades in has its colours only when it is there. What turns for ever is not waited for.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Without the many things that are right it takes a quarter of the time.
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  });
}
