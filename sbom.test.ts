import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Component, licencesIn, problemsOf, readSbom, type Sbom } from './scripts/sbom.ts';

const sbom = readSbom();

test('the list of packages is CycloneDX and names what the product runs with, each in its version, once', () => {
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const names = sbom.components.map((component) => component['bom-ref']);
  expect(new Set(names).size).toBe(names.length);
  for (const [file, of] of [
    ['apps/server/package.json', 'server'],
    ['apps/web/package.json', 'web'],
  ] as const) {
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
    const direct = Object.entries(dependencies).filter(([name]) => !name.startsWith('@sathi/'));
    expect(direct.length, of).toBeGreaterThan(5);
    expect(direct.filter(([name, version]) => !names.includes(`${name}@${version}`))).toEqual([]);
  }
});

test('a package that a tool of development needs, too, is in the list', () => {
  const installed = execFileSync('npm', ['ls', '--omit', 'dev', '--all', '--parseable', '--long'], {
    encoding: 'utf8',
  });
  const names = new Set(sbom.components.map((component) => component['bom-ref']));
  const needed = installed
    .split('\n')
    .flatMap((line) => /node_modules\/[^:]+:((?:@[^/]+\/)?[^@:]+@[^:]+)/.exec(line)?.[1] ?? []);
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter((name) => !name.startsWith('@sathi/') && !name.endsWith('@npm') && !names.has(name))).toEqual(
    [],
  );
});

test('each package has a hash in the lock file and a licence that a product may be run under', () => {
  expect(problemsOf(sbom)).toEqual([]);
});

test('the licences that the page of dependencies lists are those of the packages', () => {
  const page = readFileSync('docs/dependencies.md', 'utf8');
  expect(licencesIn(sbom).filter(([licence]) => !page.includes(`| ${licence} |`))).toEqual([]);
});

test('a package without a hash, or under another licence, is told', () => {
  const whole = sbom.components[0] as Component;
  const of = (part: Partial<Component>): Sbom => ({
    ...sbom,
    components: [{ ...whole, name: 'a', version: '1.0.0', ...part }],
  });
  expect(problemsOf(of({}))).toEqual([]);
  expect(problemsOf(of({ hashes: [] }))).toEqual(['a has no hash in the lock file']);
  expect(problemsOf(of({ licenses: [{ expression: 'AGPL-3.0-only' }] }))).toEqual([
    'a 1.0.0 has the licence AGPL-3.0-only',
  ]);
  expect(problemsOf(of({ licenses: [{ expression: '(MIT OR GPL-2.0-only)' }] }))).toEqual([]);
  expect(problemsOf(of({ licenses: [{ expression: 'MIT AND GPL-2.0-only' }] }))).toHaveLength(1);
  expect(problemsOf(of({ licenses: [] }))).toEqual(['a 1.0.0 has the licence none']);
});
