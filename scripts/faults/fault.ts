import { readFileSync } from 'node:fs';

/** One defence taken away, and the tests that must notice. */
export type Fault = {
  /** The defence, as `docs/security.md` or the specification names it. */
  readonly guard: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The narrowest test files that show it. */
  readonly tests: readonly string[];
};

/** Faults that no longer fit the code, so that a refactoring keeps the list alive. */
export function outdated(faults: readonly Fault[], read: (file: string) => string): string[] {
  return faults.flatMap(({ guard, file, find }) => {
    const count = read(file).split(find).length - 1;
    return count === 1 ? [] : [`${guard}: ${file} has ${count} times ${JSON.stringify(find)}`];
  });
}

export function plant({ file, find, replace }: Fault, source: string): string {
  const [before, after] = source.split(find);
  if (before === undefined || after === undefined) throw new Error(`${file} does not have ${find}`);
  return before + replace + after;
}

export const readHere = (file: string): string => readFileSync(file, 'utf8');
