// Writes the list of all packages that the product runs with (CycloneDX) to sbom.cdx.json and counts their licences:
// npm run sbom [-- --signatures]
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Locked = {
  /** The name of a package that is installed under another one. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  /** Whether the package is for development alone. */
  readonly dev?: boolean;
  /** A package of ours. */
  readonly link?: boolean;
};
export type Component = {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: ReadonlyArray<{ readonly alg: 'SHA-512'; readonly content: string }>;
  readonly licenses: ReadonlyArray<{ readonly expression: string }>;
};
export type Sbom = {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: { readonly component: { readonly type: 'application'; readonly name: string } };
  readonly components: readonly Component[];
};

/** Licences that a product may be run under without giving its own source away. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  // The image library, as a shared object of its own that anybody can replace.
  'LGPL-3.0-or-later',
  // The builder of style sheets, unchanged.
  'MPL-2.0',
]);
/** Licences that a package does not tell in its manifest, or not by their SPDX name. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = { 'casper-js-sdk': 'Apache-2.0' };
const SIGNATURES_MS = 120_000;

/**
 * All packages of others that the product may run with, from the lock file alone. The command of npm is of no use here: it
 * leaves out what the product and a tool of development share.
 */
export function readSbom(lockFile = 'package-lock.json'): Sbom {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> };
  const components = Object.entries(packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, locked]) => componentOf(locked.name ?? place.split('node_modules/').at(-1) ?? '', locked));
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'sathi' } },
    components: [...byRef.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}

function componentOf(name: string, { version = '', license, integrity = '' }: Locked): Component {
  const expression =
    license !== undefined && /^[\w.()+ -]+$/.test(license) && !license.startsWith('Apache 2') ? license : null;
  const licence = expression ?? TOLD_ELSEWHERE[name];
  const [, hash] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: hash === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: licence === undefined ? [] : [{ expression: licence }],
  };
}

function licenceOf({ licenses }: Component): string {
  return licenses[0]?.expression ?? 'none';
}

/** A choice needs one licence of the list, a sum needs all of them there. */
function isAllowed(licence: string): boolean {
  const [, choice] = /^\(?([^()]+ OR [^()]+)\)?$/.exec(licence) ?? [];
  if (choice !== undefined) return choice.split(' OR ').some((one) => ALLOWED.has(one));
  return licence.split(' AND ').every((one) => ALLOWED.has(one));
}

/** Packages without a version, a hash, or a licence of the list. */
export function problemsOf({ components }: Sbom): string[] {
  return components.flatMap((component) => {
    const { name, version, hashes } = component;
    const licence = licenceOf(component);
    return [
      ...(version === '' ? [`${name} has no version`] : []),
      ...(hashes.length === 0 ? [`${name} has no hash in the lock file`] : []),
      ...(isAllowed(licence) ? [] : [`${name} ${version} has the licence ${licence}`]),
    ];
  });
}

/** Packages by licence, most first. */
export function licencesIn({ components }: Sbom): ReadonlyArray<readonly [licence: string, count: number]> {
  const counts = new Map<string, number>();
  for (const component of components) {
    const licence = licenceOf(component);
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** The registry's signatures of the installed packages. It needs the registry, and says so where that does not answer. */
function checkSignatures(): boolean {
  const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures'], {
    encoding: 'utf8',
    timeout: SIGNATURES_MS,
  });
  console.log(`${stdout}${stderr}`.trim());
  if (status === null) console.log('The registry did not answer in time: no signature was checked.');
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sbom = readSbom();
  writeFileSync('sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
  for (const [licence, count] of licencesIn(sbom)) console.log(`${String(count).padStart(5)}  ${licence}`);
  const problems = problemsOf(sbom);
  console.log([...problems, `${sbom.components.length} packages are in sbom.cdx.json.`].join('\n'));
  const areSigned = !process.argv.includes('--signatures') || checkSignatures();
  process.exitCode = problems.length > 0 || !areSigned ? 1 : 0;
}
