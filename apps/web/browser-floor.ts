import { readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.resolve(import.meta.dirname, '../../package.json');
const ENTRY = /^(\w+) >= (\d+(?:\.\d+)?)$/;
/** The browsers of the list that the bundler has a target for, by its names; the others share an engine with one of them. */
const TARGETS: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  opera: 'opera',
  safari: 'safari',
  ios_saf: 'ios',
  firefox: 'firefox',
};

/**
 * The oldest version of each browser that Sathi works in, by the names of `browserslist` in `package.json`, where the floor is
 * named for every tool.
 *
 * @throws Error when an entry says anything but a browser and its oldest version
 */
export function browserFloor(): ReadonlyMap<string, string> {
  const { browserslist } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { browserslist: readonly string[] };
  return new Map(
    browserslist.map((entry) => {
      const [, name, version] = ENTRY.exec(entry) ?? [];
      if (name === undefined || version === undefined)
        throw new Error(`browserslist: "${entry}" names no oldest version`);
      return [name, version];
    }),
  );
}

/** The floor as the bundler takes it for styles: `chrome92`, `ios15.0`. */
export function styleTargets(): string[] {
  return [...browserFloor()].flatMap(([name, version]) => (TARGETS[name] ? `${TARGETS[name]}${version}` : []));
}

/** Older versions have the fields of classes but for one fault each, which `scripts/floor/scripts.ts` refuses. */
const FIELDS_FROM: Readonly<Record<string, number>> = { chrome: 98, safari: 16, ios: 16 };

/** The floor as the bundler takes it for scripts. Told of less it would rewrite all private fields, at a kilobyte for everybody. */
export function scriptTargets(): string[] {
  return styleTargets().map((target) => {
    const [, name = '', version = ''] = /^([a-z]+)(.+)$/.exec(target) ?? [];
    return `${name}${Math.max(Number(version), FIELDS_FROM[name] ?? 0)}`;
  });
}
