import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PURPOSES } from './apps/server/src/config/budgets.ts';

/** Decisions tell how it was when they were made, so they may name files that are gone. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'packages/*/README.md']);
const FILES = globSync(['*', '{apps,packages,bench,docs,e2e,operation,scripts,types}/**/*.*'], {
  exclude: ['**/node_modules', '**/dist'],
}).map((file) => `/${file.replaceAll(path.sep, '/')}`);

/** Names that are no files of the tree: one is made by a command, the other is the end of an address. */
const NO_FILES = new Set(['sbom.cdx.json', '/api/openapi.json']);
/** A name in code with the ending of a file; patterns with their stars and brackets are none. */
const NAMED = /`([\w./-]+\.(?:tsx?|mjs|sql|json|css|md|svg))`/g;
/** Tables, views, functions and constraints that a migration makes, or makes anew: the last one that does is in force. */
const MADE =
  /^\s*(?:create (?:or replace )?(?:constraint trigger|table|function|view)|(?:alter table \w+ )?(?:add )?constraint) (\w+)/gm;
const LINKED = /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g;

function missingIn(document: string, text: string): string[] {
  const named = [...text.matchAll(NAMED)].map(([, name = '']) => name);
  const linked = [...text.matchAll(LINKED)].map(([, to = '']) => to);
  return [
    ...named.filter((name) => !NO_FILES.has(name) && !FILES.some((file) => file.endsWith(`/${name}`))),
    ...linked.filter((to) => !existsSync(path.join(path.dirname(document), to))),
  ];
}

test('a document names and links to files that are there', () => {
  expect(
    missingIn('docs/web.md', '`lib/api.ts`, `lib/gone.ts`, `*.test.ts`, [here](data.md#x), [gone](gone.md)'),
  ).toEqual(['lib/gone.ts', 'gone.md']);
  expect(DOCUMENTS.length).toBeGreaterThan(15);
  const missing = DOCUMENTS.map((document) => [document, missingIn(document, readFileSync(document, 'utf8'))] as const);
  expect(missing.filter(([, names]) => names.length > 0)).toEqual([]);
});

describe('the runbook on the log', () => {
  const [, table = ''] = /## 7\. [^\n]+\n([^]*?)\n## 8\./.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];
  const told = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
  );
  const server = globSync('apps/server/src/**/*.ts', { exclude: ['**/*.test.ts', '**/test/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const written = [...server.matchAll(/\blog\.(?:warn|error|fatal)\([^;]*?'([^'\n]+)',?\s*\)/g)].map(
    ([, line = '']) => line,
  );

  test('each warning and error that the server writes stands in it', () => {
    expect(written.length).toBeGreaterThan(25);
    expect([...new Set(written)].filter((line) => !told.includes(line))).toEqual([]);
  });

  test('each line that it explains is one that the server writes', () => {
    expect(told.filter((line) => line !== 'msg' && !server.includes(`'${line}'`))).toEqual([]);
  });
});

test('a variable that a page shows has no comment behind its value, which systemd would take for a part of it', () => {
  const shown = DOCUMENTS.flatMap((document) => readFileSync(document, 'utf8').match(/^[A-Z][A-Z_0-9]*=.*$/gm) ?? []);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((line) => line.includes(' #'))).toEqual([]);
});

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 };

test('each work by the clock stands in the table of the server page, under the name that log and alarms say, as often as it is done', () => {
  const [, table = ''] = /^\| Work \| How often \|\n([^]*?)\n\n/m.exec(readFileSync('docs/server.md', 'utf8')) ?? [];
  const told = [...table.matchAll(/^\| ([^:|]+):.*\| every (\d*) ?(second|minute|hour)/gm)].flatMap(
    ([, names = '', count, unit = '']) =>
      names.split(', ').map((name) => [name, Number(count || 1) * (SECONDS[unit] ?? 0)] as const),
  );
  const jobs = globSync('apps/server/src/{jobs,features/*/*.jobs}.ts').map((file) => readFileSync(file, 'utf8'));
  const works = jobs.flatMap((text) => {
    const [, seconds] = /^const EVERY_SECONDS = (\d+);$/m.exec(text) ?? [];
    return [...text.matchAll(/\bname: '([^']+)',\s+everyMinutes: (?:(\d+)|EVERY_SECONDS \/ 60),/g)].map(
      ([, name = '', minutes]) => [name, minutes === undefined ? Number(seconds) : Number(minutes) * 60] as const,
    );
  });
  expect(works.length).toBe(jobs.join('\n').match(/\beveryMinutes:/g)?.length);
  expect(works.length).toBeGreaterThan(25);
  const often = Object.fromEntries(told);
  expect(works.filter(([name, seconds]) => often[name] !== seconds)).toEqual([]);
  // R5.2, R18.4 and R34.5 say how often these are done.
  expect(often).toMatchObject({ expiry: 600, audit: 60, 'audit chain': 3 });
});

test('each violation that the audit of the books can name stands in the runbook, and no other', () => {
  const views = new Map<string, string>();
  for (const file of globSync('apps/server/src/db/migrations/*.sql').toSorted((a, b) => a.localeCompare(b))) {
    const text = readFileSync(file, 'utf8').replaceAll(/--.*/g, '');
    for (const [view, name = ''] of text.matchAll(/view (audit_of_\w+) as\s[^;]*;/g)) views.set(name, view);
  }
  const named = [...views.values()].flatMap((view) => [...view.matchAll(/(?:\bas|\bunion all)\s+select '([^']+)'/g)]);
  const [, table = ''] =
    /^\| Violation \| What disagrees \|\n([^]*?)\n\n/m.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];
  const told = [...table.matchAll(/^\| (\w[^|]*) \|/gm)].map(([, violation]) => violation);
  expect(views.size).toBeGreaterThan(10);
  expect(new Set(told)).toEqual(new Set(named.map(([, violation]) => violation)));
});

test('each table and view but the parts of the audit stands on the page of the data once, and no other does', () => {
  const [, page = ''] = /^## Tables\n([^]*?)\n## /m.exec(readFileSync('docs/data.md', 'utf8')) ?? [];
  const told = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  const [, schema = ''] =
    /^export type Schema = \{([^}]*)\}/m.exec(readFileSync('apps/server/src/db/schema.ts', 'utf8')) ?? [];
  const tables = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(tables.length).toBeGreaterThan(120);
  expect(told.toSorted()).toEqual(tables.filter((name) => !name.startsWith('audit_of_')).toSorted());
});

test('a page that names a migration names what it holds, and no later migration makes that anew', () => {
  const newest = new Map<string, string>();
  for (const file of globSync('apps/server/src/db/migrations/*.sql').toSorted())
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(MADE)) newest.set(name, path.basename(file));
  expect(newest.get('audit_of_loans')).toBe('0128_lost_and_forgiven.sql');
  const text = DOCUMENTS.map((document) => readFileSync(document, 'utf8')).join('\n');
  const named = [...text.matchAll(/`(\w+)`\s+of\s+`(\d{4}_\w+\.sql)`/g)];
  expect(named.length).toBe(text.match(/\d{4}_\w+\.sql/g)?.length);
  expect(named.flatMap(([found, name = '', file]) => (newest.get(name) === file ? [] : [found]))).toEqual([]);
});

test('each kind of journal and of account stands on the page of the ledger', () => {
  const page = readFileSync('docs/data.md', 'utf8');
  const schema = readFileSync('apps/server/src/db/schema.ts', 'utf8');
  const [, journals = ''] = /JournalsTable = \{[^;]*;[^;]*;\s*kind:([^;]*);/.exec(schema) ?? [];
  const ledger = readFileSync('apps/server/src/ledger/ledger.ts', 'utf8');
  const [, accounts = ''] = /AccountKind =([^;]*);/.exec(ledger) ?? [];
  const kinds = [...`${journals}${accounts}`.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind);
  expect(kinds.length).toBeGreaterThan(35);
  expect(kinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});

test('each script of the package stands in the README, and each purpose of a budget in the example of its variables', () => {
  const readme = readFileSync('README.md', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
  const names = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
  expect(names.filter((name) => !new RegExp(`\\bnpm (run )?${name}\\b(?!:)`).test(readme))).toEqual([]);
  const budgets = readFileSync('.env.example', 'utf8').match(/^(?:SMS|MAIL)_BUDGET=.*$/gm) ?? [];
  expect(budgets.map((line) => [...line.matchAll(/(\w+)=\d/g)].map(([, purpose]) => purpose))).toEqual([
    [...PURPOSES],
    [...PURPOSES],
  ]);
});

test('the last released commit is one of this history, where the whole of it is here', () => {
  const [, commit = ''] =
    /last released commit is `([0-9a-f]{40})`/.exec(readFileSync('docs/releases.md', 'utf8')) ?? [];
  const git = (...args: readonly string[]) => spawnSync('git', args, { encoding: 'utf8' });
  const isWhole = git('rev-parse', '--is-shallow-repository').stdout?.trim() === 'false';
  expect(commit).not.toBe('');
  expect(isWhole && git('merge-base', '--is-ancestor', commit, 'HEAD').status !== 0).toBe(false);
});
