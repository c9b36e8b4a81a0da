import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;
const PRODUCT =
  /proposal|loan|borrow|backer|backing|invest|campaign|\bmfi|institution|instalment|repay|withdraw|payout|gift|report/i;
/** A text that is not one of all screens. */
const TEXT_OF_A_SUBJECT = /'(?!common\.)[a-z][A-Za-z]*\.(?!tsx?'|css')[a-zA-Z.]+'/;

function productWordIn(source: string): string | null {
  const code = source.replaceAll(COMMENT, '');
  return (PRODUCT.exec(code) ?? TEXT_OF_A_SUBJECT.exec(code))?.[0] ?? null;
}

test.each([
  "import type { ReportedThing } from '../lib/open.ts';",
  'export function LoanCard() {}',
  'if (status === proposalStatus) return;',
  "const lead = t('money.reviewLead');",
])('%j says a word of the product', (source) => {
  expect(productWordIn(source)).not.toBeNull();
});

test('the design system says no word of the product in its code, and only texts that all screens share', () => {
  const files = globSync('apps/web/src/ui/**/*.{ts,tsx,css}', { exclude: ['**/*.test.*'] });
  expect(files.length).toBeGreaterThan(100);
  const found = files.map((file) => [file, productWordIn(readFileSync(file, 'utf8'))] as const);
  expect(found.filter(([, word]) => word !== null)).toEqual([]);
});

test('the web app joins facts as its format does, because the middle dot is a zero to an Arabic reader', () => {
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/dev-ui/**'] });
  expect(files.length).toBeGreaterThan(500);
  const dotted = files.filter((file) => readFileSync(file, 'utf8').replaceAll(COMMENT, '').includes(' · '));
  // The one that says it, and the title of a tab, which ends in the name of the product.
  expect(dotted.toSorted()).toEqual(['apps/web/src/lib/format.ts', 'apps/web/src/lib/use-page-title.ts']);
});
