import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAllowed, RULES, SERVER_FLOORS } from './architecture.rules.ts';
import { type Graph, importGraph, importsOf } from './scripts/imports.ts';

function forbiddenIn(graph: Graph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports.filter((each) => !isAllowed(file, each)).map(({ target }) => `${file} -> ${target}`),
  );
}

function circleIn(graph: Graph): string[] | null {
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const { target } of graph.get(file) ?? []) {
      const circle = follow(target, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return null;
}

test('every import goes down the list', async () => {
  expect(forbiddenIn(await importGraph())).toEqual([]);
});

test('no circles, not even of types', async () => {
  expect(circleIn(await importGraph())).toBeNull();
});

const SERVER = 'apps/server/src/';
const OF_A_TEST = /\.test\.ts$|^apps\/server\/src\/test\//;
/** Starts the product as people do, in a process of its own. */
const DEMO = 'apps/server/src/commands/demo.ts -> apps/server/src/main.ts';

/** Imports between the rooms of the server that lead up, or to or from a room that has no floor. */
function upwardIn(graph: Graph): string[] {
  const floorOf = (file: string) =>
    (SERVER_FLOORS as readonly string[]).indexOf(file.slice(SERVER.length).split('/')[0] ?? '');
  return [...graph].flatMap(([file, imports]) =>
    !file.startsWith(SERVER) || OF_A_TEST.test(file)
      ? []
      : imports
          .filter(({ target }) => target.startsWith(SERVER))
          .filter(({ target }) => floorOf(file) < 0 || floorOf(target) < floorOf(file))
          .map(({ target }) => `${file} -> ${target}`)
          .filter((upward) => upward !== DEMO),
  );
}

test('every import between the rooms of the server runs down', async () => {
  expect(upwardIn(await importGraph())).toEqual([]);
});

test('the page of the architecture lists the rooms of the server from the top floor to the ground', () => {
  const [, rooms = ''] =
    /^apps\/server\/src\/.*\n([^]*?)\n^apps\/web/m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
  expect([...rooms.matchAll(/^ {2}([\w.]+)/gm)].map(([, room]) => room)).toEqual(SERVER_FLOORS);
});

test('the server has at most sixteen rooms, each with its floor', () => {
  const rooms = readdirSync(SERVER).filter((name) => name !== 'test' && !name.endsWith('.test.ts'));
  expect(rooms.toSorted()).toEqual(SERVER_FLOORS.toSorted());
  expect(rooms.length).toBeLessThanOrEqual(16);
});

test.each([
  ['outbox/runner.ts', 'features/proposals/proposals.jobs.ts'],
  ['outbox/outbox.ts', 'delivery/deliveries.ts'],
  ['delivery/deliveries.ts', 'features/notifications/notify.ts'],
  ['features/dev-inbox/dev-inbox.routes.ts', 'jobs.ts'],
  ['db/db.ts', 'outside/outside.ts'],
  ['ledger/audit.ts', 'outbox/runner.ts'],
  ['errors/refusal-error.ts', 'config/config.ts'],
  ['jobs.ts', 'app.ts'],
  ['adapters/mail.ts', 'config/config.ts'],
])('a planted import that runs up is caught: %s -> %s', (file, target) => {
  expect(upwardIn(new Map([[SERVER + file, [{ target: SERVER + target, typeOnly: true }]]]))).toHaveLength(1);
});

const PLANTED: ReadonlyArray<readonly [file: string, target: string]> = [
  ['packages/domain/src/x.ts', 'zod'],
  ['packages/domain/src/x.ts', 'node:crypto'],
  ['packages/domain/src/x.ts', 'packages/contract/src/refusals.ts'],
  ['packages/contract/src/calls.ts', 'zod'],
  ['packages/contract/src/refusals.ts', 'packages/contract/src/fields.ts'],
  ['packages/texts/src/message.ts', 'packages/domain/src/money.ts'],
  ['packages/contract/src/x.ts', 'fastify'],
  ['packages/contract/src/x.ts', 'apps/server/src/app.ts'],
  ['packages/contracts/src/x.ts', 'packages/domain/src/money.ts'],
  ['packages/contracts/src/check-wasm.ts', 'packages/devnet/src/devnet.ts'],
  ['packages/devnet/src/x.ts', 'packages/domain/src/money.ts'],
  ['packages/devnet/src/x.ts', 'packages/contracts/src/contract-wasm.ts'],
  ['packages/devnet/src/x.ts', 'casper-js-sdk'],
  ['apps/web/src/lib/x.ts', 'apps/web/src/ui/button.tsx'],
  ['apps/web/src/lib/x.ts', 'zod'],
  ['apps/web/src/ui/x.tsx', 'apps/web/src/features/a/y.tsx'],
  ['apps/web/src/ui/x.tsx', 'packages/contract/src/calls.ts'],
  ['apps/web/src/ui/x.tsx', 'packages/domain/src/proposals.ts'],
  ['apps/web/src/ui/x.tsx', '@tanstack/react-query'],
  ['apps/web/src/features/files/x.tsx', 'apps/web/src/features/waiting/y.ts'],
  ['apps/web/src/features/waiting/x.tsx', 'apps/web/src/features/messages/y.tsx'],
  ['apps/web/src/features/how-to-pay/x.tsx', 'apps/web/src/features/pay-ins/y.tsx'],
  ['apps/web/src/features/reports/x.tsx', 'apps/web/src/features/waiting/y.ts'],
  ['apps/web/src/features/a/x.tsx', 'apps/web/src/features/b/y.tsx'],
  ['apps/web/src/features/a/x.tsx', 'apps/web/src/features/ab/y.tsx'],
  ['apps/web/src/features/a/x.tsx', 'apps/web/src/pages/home/home-page.tsx'],
  ['apps/web/src/features/a/x.tsx', 'apps/web/src/chrome/top-bar.tsx'],
  ['apps/web/src/chrome/x.tsx', 'apps/web/src/pages/home/home-page.tsx'],
  ['apps/web/src/pages/x.tsx', 'apps/web/src/main.tsx'],
  ['apps/web/src/fill-ins/x.ts', 'apps/web/src/lib/api.ts'],
  ['apps/web/src/pages/x.tsx', 'apps/server/src/app.ts'],
  ['apps/web/src/main.tsx', 'apps/server/src/config/config.ts'],
  ['apps/web/src/main.tsx', 'node:fs'],
  ['apps/server/src/config/config.ts', 'apps/server/src/db/db.ts'],
  ['apps/server/src/commands/x.ts', 'fastify'],
  ['apps/server/src/db/x.ts', 'apps/server/src/features/a/a.repository.ts'],
  ['apps/server/src/db/x.ts', 'packages/contract/src/users.ts'],
  ['apps/server/src/ledger/ledger.ts', 'apps/server/src/features/a/a.repository.ts'],
  ['apps/server/src/ledger/ledger.ts', 'apps/server/src/http/call.ts'],
  ['apps/server/src/errors/startup-error.ts', 'apps/server/src/config/config.ts'],
  ['apps/server/src/errors/refusal-error.ts', 'apps/server/src/http/language.ts'],
  ['apps/server/src/outside/outside.ts', 'apps/server/src/features/a/a.service.ts'],
  ['apps/server/src/outside/chain-port.ts', 'apps/server/src/config/config.ts'],
  ['apps/server/src/outside/chain-casper.ts', 'apps/server/src/db/db.ts'],
  ['apps/server/src/outside/chain-node.ts', 'casper-js-sdk'],
  ['apps/server/src/features/chain/x.ts', 'casper-js-sdk'],
  ['apps/server/src/features/chain/x.service.ts', 'casper-js-sdk'],
  ['apps/server/src/outside/x.ts', 'packages/devnet/src/devnet.ts'],
  ['apps/server/src/outside/x.ts', 'apps/server/src/http/call.ts'],
  ['apps/server/src/outside/x.ts', 'apps/server/src/features/a/a.service.ts'],
  ['apps/server/src/http/x.ts', 'apps/server/src/features/a/a.repository.ts'],
  ['apps/server/src/http/x.ts', 'apps/server/src/outbox/outbox.ts'],
  ['apps/server/src/features/a/a.repository.ts', 'apps/server/src/features/a/a.service.ts'],
  ['apps/server/src/features/a/a.repository.ts', 'apps/server/src/features/a/words.ts'],
  ['apps/server/src/features/a/a.repository.ts', 'apps/server/src/http/call.ts'],
  ['apps/server/src/features/a/a.repository.ts', 'packages/contract/src/users.ts'],
  ['apps/server/src/features/a/a.service.ts', 'apps/server/src/features/b/b.service.ts'],
  ['apps/server/src/features/a/a.service.ts', 'apps/server/src/features/a/other.service.ts'],
  ['apps/server/src/features/a/a.service.ts', 'apps/server/src/features/a/a.routes.ts'],
  ['apps/server/src/features/a/a.service.ts', 'packages/contract/src/users.ts'],
  ['apps/server/src/features/a/a.service.ts', 'apps/server/src/features/b/shared-step.ts'],
  ['apps/server/src/features/a/a.service.ts', 'fastify'],
  ['apps/server/src/features/a/a.service.ts', 'kysely'],
  ['apps/server/src/features/a/a.routes.ts', 'apps/server/src/features/b/b.service.ts'],
  ['apps/server/src/features/a/a.routes.ts', 'kysely'],
  ['apps/server/src/features/a/words.ts', 'apps/server/src/features/b/b.service.ts'],
  ['apps/server/src/features/files/picture-process.ts', 'apps/server/src/db/db.ts'],
  ['apps/server/src/features/statements/reading/read-csv.ts', 'apps/server/src/errors/refusal-error.ts'],
  ['apps/server/src/features/share/draw-card.ts', 'apps/server/src/db/db.ts'],
  ['apps/server/src/features/files/picture-process.ts', 'apps/server/src/features/files/files.service.ts'],
  ['apps/server/src/seed/x.ts', 'fastify'],
  ['apps/server/src/jobs.ts', 'apps/web/src/lib/text.tsx'],
  ['apps/server/src/outbox/x.ts', 'apps/server/src/features/a/a.repository.ts'],
  ['apps/server/src/delivery/x.ts', 'apps/server/src/features/a/a.repository.ts'],
  ['apps/server/src/rendering/x.ts', 'apps/web/src/entry-server.tsx'],
  ['apps/server/src/app.ts', 'apps/web/src/routes.tsx'],
  ['somewhere/else.ts', 'packages/domain/src/money.ts'],
];

describe('a planted violation is caught', () => {
  test.each(PLANTED)('%s -> %s', (file, target) => {
    expect(forbiddenIn(new Map([[file, [{ target, typeOnly: false }]]]))).toHaveLength(1);
  });

  test('every line of the list has a planted violation', () => {
    const lineOf = (file: string) => RULES.findIndex(([files]) => files.test(file));
    const untested = RULES.filter((_, line) => line > 0 && !PLANTED.some(([file]) => lineOf(file) === line));
    expect(untested).toEqual([]);
  });

  test.each([
    ["import { z } from 'zod';", 'zod', false],
    ["import { type Amount } from '@sathi/contract/fields.ts';", 'packages/contract/src/fields.ts', false],
    ["import type { Amount } from '@sathi/contract/fields.ts';", 'packages/contract/src/fields.ts', true],
    ["import {\n  a,\n  b,\n} from './b.ts';", 'apps/web/src/lib/b.ts', false],
    ["export { a } from '../ui/b.ts';", 'apps/web/src/ui/b.ts', false],
    ["export * from './b.ts';", 'apps/web/src/lib/b.ts', false],
    ["import './b.css';", 'apps/web/src/lib/b.css', false],
    ["const page = lazy(() => import('../pages/b.tsx'));", 'apps/web/src/pages/b.tsx', false],
    ["const worker = new Worker(new URL('./b.ts', import.meta.url));", 'apps/web/src/lib/b.ts', false],
  ])('an import is found in every spelling: %j', (source, target, typeOnly) => {
    expect(importsOf('apps/web/src/lib/x.ts', source)).toEqual([{ target, typeOnly }]);
  });
});

describe('the schema library stays out of the browser', () => {
  const planted = (target: string, typeOnly: boolean) =>
    forbiddenIn(new Map([['apps/web/src/lib/x.ts', [{ target, typeOnly }]]]));

  test.each(['all', 'endpoint', 'proposals', 'fields'])('%s is imported as types or not at all', (name) => {
    expect(planted(`packages/contract/src/${name}.ts`, false)).toHaveLength(1);
    expect(planted(`packages/contract/src/${name}.ts`, true)).toEqual([]);
  });

  test.each(['calls', 'refusals'])('%s may be imported as code', (name) => {
    expect(planted(`packages/contract/src/${name}.ts`, false)).toEqual([]);
  });
});

describe('the chain is known to its own feature alone', () => {
  const planted = (file: string, target: string) => forbiddenIn(new Map([[file, [{ target, typeOnly: false }]]]));

  test.each(['packages/devnet/src/devnet.ts', 'packages/contracts/src/contract-wasm.ts', 'casper-js-sdk'])(
    '%s',
    (target) => {
      const home = target === 'casper-js-sdk' ? 'outside/chain-casper.ts' : 'features/chain/x.ts';
      expect(planted(`apps/server/src/${home}`, target)).toEqual([]);
      for (const stranger of [
        'apps/server/src/app.ts',
        'apps/server/src/outbox/x.ts',
        'apps/server/src/features/proposals/x.ts',
        'apps/server/src/features/proposals/proposals.service.ts',
        'apps/server/src/outside/x.ts',
        'apps/web/src/lib/x.ts',
        'apps/web/src/features/chain/x.ts',
      ]) {
        expect(planted(stranger, target)).toHaveLength(1);
      }
    },
  );
});

test('no file that a browser runs reaches the chain', async () => {
  const graph = await importGraph();
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { target, typeOnly } of graph.get(file) ?? []) if (!typeOnly) follow(target);
  };
  for (const file of graph.keys()) if (file.startsWith('apps/web/src/') && !file.includes('.test.')) follow(file);
  expect(reached.size).toBeGreaterThan(100);
  expect(
    [...reached].filter((file) => /^casper-js-sdk$|^packages\/(devnet|contracts)\/|^apps\/server\//.test(file)),
  ).toEqual([]);
});

test('a planted circle is found, also through types', () => {
  const to = (target: string) => [{ target, typeOnly: true }];
  const circle = circleIn(
    new Map([
      ['a.ts', to('b.ts')],
      ['b.ts', to('c.ts')],
      ['c.ts', to('b.ts')],
    ]),
  );
  expect(circle).toEqual(['b.ts', 'c.ts', 'b.ts']);
});

test('a test may import the files it tests', () => {
  for (const file of [
    'apps/server/src/features/a/a.test.ts',
    'apps/server/src/test/world.ts',
    'apps/web/src/ui/x.test.tsx',
  ]) {
    const target = 'apps/server/src/features/b/b.service.ts';
    expect(forbiddenIn(new Map([[file, [{ target, typeOnly: false }]]]))).toEqual([]);
  }
});
