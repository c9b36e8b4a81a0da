import { existsSync, globSync, readFileSync } from 'node:fs';

/** One row of a table in a document that says which tests and pages show what it says. */
export type Claim = {
  readonly cells: readonly string[];
  /** The test files of the last cell, from the root of the repository. */
  readonly tests: readonly string[];
  /** The pages of documentation named beside them. */
  readonly pages: readonly string[];
  /** Tests named in “ ”, each with the file before it. */
  readonly names: readonly { readonly file: string; readonly name: string }[];
};

const SERVER = 'apps/server/src/';
const TEST = /\.(test|spec)\.tsx?$/;
const FILES = globSync('{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}', { exclude: ['**/node_modules/**'] });
/** Tests that are left out where something is missing on the machine say so by themselves (`test/needs.ts`). */
const LEFT_OUT = /\b(?:test|describe|it)(?:\.each\([^)]*\))?\.(?:skip|todo|fixme|only)\b(?!If)/;

/** The rows of all tables between two headings, without their heads. */
export function claimsOf(markdown: string, cellCount: number): Claim[] {
  return markdown.split('\n').flatMap((line) => {
    if (!line.startsWith('| ') || /^\| (Id|Trap) \|/.test(line)) return [];
    const cells = line.slice(2, -2).split(' | ');
    if (cells.length !== cellCount) return [];
    const last = cells.at(-1) ?? '';
    const named = [...last.matchAll(/`([\w./-]+\.(?:tsx?|md))`(?: “([^”]+)”)?/g)].map(([, file = '', name]) => ({
      file: TEST.test(file) ? placeOf(file) : file,
      name,
    }));
    return [
      {
        cells,
        tests: named.map(({ file }) => file).filter((file) => TEST.test(file)),
        pages: named.map(({ file }) => file).filter((file) => file.endsWith('.md')),
        names: named.flatMap(({ file, name }) => (name === undefined ? [] : [{ file, name }])),
      },
    ];
  });
}

/** Tests of the server are named from its folder, or by their own name where only one file has it. */
function placeOf(file: string): string {
  if (existsSync(file)) return file;
  if (existsSync(SERVER + file)) return SERVER + file;
  const found = FILES.filter((place) => place.endsWith(`/${file}`));
  return found.length === 1 ? (found[0] as string) : file;
}

/** The faults of a claim: files and tests that it names and that are not there, or left out. */
export function problemsOf({ tests, pages, names }: Claim): string[] {
  return [
    ...[...tests, ...pages].filter((file) => !existsSync(file)).map((file) => `${file} is not there`),
    ...tests.filter((file) => existsSync(file)).flatMap((file) => problemsIn(file, readFileSync(file, 'utf8'))),
    ...names
      .filter(({ file, name }) => existsSync(file) && !readFileSync(file, 'utf8').includes(name))
      .map(({ file, name }) => `${file} has no test “${name}”`),
  ];
}

export function problemsIn(file: string, source: string): string[] {
  if (!/\b(?:test|it)(?:\.\w+)*\(/.test(source)) return [`${file} has no test`];
  return LEFT_OUT.test(source) ? [`${file} leaves tests out`] : [];
}
