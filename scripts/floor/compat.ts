import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { browserFloor } from '../../apps/web/browser-floor.ts';

/** A version that a feature came with, as MDN's table of browsers has it. */
type Support = {
  readonly version_added: string | boolean | null;
  readonly version_removed?: string;
  readonly flags?: unknown;
  readonly prefix?: string;
  readonly alternative_name?: string;
};
/** A feature of MDN's table, with those below it by their names. */
export type Feature = {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> };
  readonly [name: string]: unknown;
};
type Table = { readonly api: Feature; readonly css: Feature; readonly javascript: Feature };

/** The names of MDN's table for those of `browserslist`; a view in an Android app is as old as its Chrome. */
const BROWSERS: Readonly<Record<string, readonly string[]>> = {
  chrome: ['chrome'],
  and_chr: ['chrome_android', 'webview_android'],
  opera: ['opera'],
  safari: ['safari'],
  ios_saf: ['safari_ios'],
  firefox: ['firefox'],
  and_ff: ['firefox_android'],
};

const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
export const TABLE = JSON.parse(readFileSync(file, 'utf8')) as Table;

const floor = [...browserFloor()].flatMap(([name, version]) =>
  (BROWSERS[name] ?? []).map((browser) => [browser, version] as const),
);

/** The browsers of the floor that lack a feature; none of one that the table does not know. */
export function lackedBy(feature: Feature | undefined): string[] {
  const support = feature?.__compat?.support;
  if (support === undefined) return [];
  return floor.filter(([browser, version]) => !isIn(support[browser], version)).map(([browser]) => browser);
}

/** The feature at the end of these names. */
export function featureAt(root: Feature, ...names: readonly string[]): Feature | undefined {
  let found: Feature | undefined = root;
  for (const name of names) {
    if (found === undefined || !Object.hasOwn(found, name)) return undefined;
    found = found[name] as Feature;
  }
  return found;
}

function isIn(support: Support | readonly Support[] | undefined, version: string): boolean {
  if (support === undefined) return true;
  return [support].flat().some((each) => {
    const { version_added: added, version_removed: removed } = each as Support;
    const isAsked = 'flags' in each || 'prefix' in each || 'alternative_name' in each;
    return (
      !isAsked && removed === undefined && (added === true || (typeof added === 'string' && isUpTo(added, version)))
    );
  });
}

/** `≤37` means that nobody knows how long before. A preview comes after every version. */
function isUpTo(added: string, version: string): boolean {
  if (added === 'preview') return false;
  const [major = 0, minor = 0] = added.replace('≤', '').split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = version.split('.').map(Number);
  return major < floorMajor || (major === floorMajor && minor <= floorMinor);
}
