import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions, AxeResults } from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules about colours, which take more than half of the time. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];
const CHOICES: Readonly<Record<AxeRules, RunOptions>> = {
  all: {},
  colours: { runOnly: ABOUT_COLOURS },
  'all but colours': { rules: Object.fromEntries(ABOUT_COLOURS.map((id) => [id, { enabled: false }])) },
};

export type AxeRules = 'all' | 'colours' | 'all but colours';

/** The problems axe finds on the page as it is now. Its program is brought once to each page; no page has frames. */
export async function findingsOfAxe(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(SOURCE);
  // A fading element has its final colours only at the end, and a dialog may open while axe looks.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Results without the many things that are right take a quarter of the time.
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...chosen });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, CHOICES[rules]);
}
