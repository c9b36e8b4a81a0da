import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A proposal's status beside its code on the wire, in TypeScript and in the SQL within it. */
const BARE = [
  /\b[sS]tatus(?:Code)?\s*(?:[!=]==|[<>]=?)\s*[1-6]\b/,
  /\bstatus (?:=|<>|[<>]=?|in) ?\(?[1-6]\b/,
  /\bswitch \([\w.?]*[sS]tatus(?:Code)?\) \{\s*case [1-6]:/,
];
const bareIn = (source: string) => BARE.flatMap((form) => form.exec(source)?.[0] ?? []);

test.each([
  'if (proposal.status < 5)',
  'row.statusCode === 6',
  'where status in (2, 3)',
  'switch (proposal.status) {\n    case 1:',
])('%j compares a status with a bare code', (source) => {
  expect(bareIn(source)).not.toEqual([]);
});

test('a status is compared by name everywhere (R1.1)', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/test/**'] });
  expect(files.length).toBeGreaterThan(1000);
  const found = files.map((file) => [file, bareIn(readFileSync(file, 'utf8'))] as const);
  expect(found.filter(([, bare]) => bare.length > 0)).toEqual([]);
});
