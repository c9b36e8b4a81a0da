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
  /** The row of `docs/security.md`, section 3, whose fault it is, by its first words; walls and rules of their own have none. */
  readonly trap?: string;
};

/** Faults that no longer fit the code, so that a refactoring keeps the list alive. */
export function outdated(faults: readonly Fault[], read: (file: string) => string): string[] {
  return faults.flatMap(({ guard, file, find }) => {
    const count = read(file).split(find).length - 1;
    return count === 1 ? [] : [`${guard}: ${file} has ${count} times ${JSON.stringify(find)}`];
  });
}

/** A statement of SQL that gives a name to the text after it. */
const NAMING =
  /\b(?:create (?:or replace )?(?:unique |constraint )?(?:table|function|view|index|trigger)|constraint) (\w+)/g;

/** Faults in a migration whose text a later one replaces or drops: a new database would not have them. */
export function overtaken(faults: readonly Fault[], migrations: ReadonlyMap<string, string>): string[] {
  return faults.flatMap(({ guard, file, find }) => {
    const sql = migrations.get(file);
    if (sql === undefined) return [];
    let name = [...sql.slice(0, sql.indexOf(find) + find.length).matchAll(NAMING)].at(-1)?.[1];
    const later = [...migrations].find(([other, text]) => {
      if (other <= file) return false;
      const renamed = new RegExp(`\\balter view ${name} rename to (\\w+)`).exec(text)?.[1];
      if (renamed === undefined) {
        return new RegExp(`(?<!execute )\\b(?:function|view|index|trigger|constraint) ${name}\\b`).test(text);
      }
      name = renamed;
      return false;
    });
    return later === undefined ? [] : [`${guard}: ${later[0]} has replaced ${name} of ${file}`];
  });
}

export function plant({ file, find, replace }: Fault, source: string): string {
  const [before, after] = source.split(find);
  if (before === undefined || after === undefined) throw new Error(`${file} does not have ${find}`);
  return before + replace + after;
}

export const readHere = (file: string): string => readFileSync(file, 'utf8');
