import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { transfer, newKey } from '../test/deploys.ts';
import { openWorld } from '../test/world.ts';
import { answerTo } from './answer.ts';
import { methodsOf } from './methods.ts';

const world = await openWorld();
const methods = methodsOf(world.devnet.chain, 0);
const ask = (request: unknown): any => JSON.parse(JSON.stringify(answerTo(methods, JSON.stringify(request))));
const call = (method: string, params?: unknown): any => ask({ jsonrpc: '2.0', id: 1, method, params });

/** A fault of the program is written to the console, so nothing may be written there. */
const faults = vi.spyOn(console, 'error');
beforeAll(() => faults.mockClear());
afterAll(() => expect(faults).not.toHaveBeenCalled());

describe('every answer is one of JSON-RPC', () => {
  test('text that is no JSON', () => {
    expect(answerTo(methods, '{')).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test('JSON that is no request, an unknown method, an unknown parameter', () => {
    for (const request of [null, 5, 'x', [], {}, { method: 5 }])
      expect(ask(request)).toMatchObject({ error: { code: -32600 } });
    expect(call('speculative_exec')).toMatchObject({ error: { code: -32601 } });
    expect(call('constructor')).toMatchObject({ error: { code: -32601 } });
    expect(call('info_get_deploy', { deploy_hash: 'x' })).toMatchObject({ error: { code: -32602 } });
    expect(call('chain_get_block', { block_identifier: {} })).toMatchObject({ error: { code: -32602 } });
    expect(call('state_get_item', 5)).toMatchObject({ error: { code: -32602 } });
  });

  test('several requests at once', () => {
    const answers = ask([
      { id: 1, method: 'info_get_status' },
      { id: 2, method: 'nothing' },
    ]);
    expect(answers).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: { code: -32601 } },
    ]);
  });

  test('parameters by order are read as those by name', () => {
    const root = world.devnet.chain.tip.stateRoot;
    const key = world.owner.publicKey.accountHash().toPrefixedString();
    expect(call('state_get_item', [root, key, []]).result).toEqual(
      call('state_get_item', { state_root_hash: root, key }).result,
    );
  });

  test('random requests get a JSON-RPC answer each', () => {
    const { stateRoot: root, hash } = world.devnet.chain.tip;
    const someText = fc.oneof(
      fc.string(),
      fc.constantFrom(root, hash, '', '\ud800', world.owner.publicKey.toHex(), `hash-${root}`, `uref-${root}-007`),
    );
    const anything = fc.oneof(
      fc.jsonValue(),
      someText,
      fc.record({ Hash: someText }),
      fc.record({ Height: fc.oneof(fc.integer(), fc.double()) }),
      fc.record({ StateRootHash: someText }),
      fc.record({ URef: fc.record({ seed_uref: someText, dictionary_item_key: someText }) }),
      fc.record({
        ContractNamedKey: fc.record({ key: someText, dictionary_name: someText, dictionary_item_key: someText }),
      }),
      fc.record({ Dictionary: someText }),
      fc.record({ main_purse_under_public_key: someText }),
      fc.record({ purse_uref: someText }),
    );
    const params = fc.oneof(
      fc.jsonValue(),
      fc.array(anything, { maxLength: 3 }),
      fc.record(
        {
          state_root_hash: fc.constant(root),
          key: anything,
          path: fc.array(anything),
          dictionary_identifier: anything,
          block_identifier: anything,
          account_identifier: anything,
          deploy_hash: anything,
          purse_identifier: anything,
          state_identifier: anything,
          purse_uref: anything,
          deploy: anything,
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...methods.keys()), params, (method, given) => {
        const answer = call(method, given);
        expect(answer.result ?? answer.error).toBeDefined();
        expect(answer.error?.code).not.toBe(-32603);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a deploy with any of its fields changed', () => {
    const json = world.deploy(world.owner, transfer(2_500_000_000n, newKey()), { motes: 100_000_000n });
    const places = [...leavesOf(json)];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.oneof(fc.jsonValue(), fc.constant('\ud800')), (place, value) => {
        const damaged = structuredClone(json);
        place.slice(0, -1).reduce((inner: any, name) => inner[name], damaged)[place.at(-1) ?? ''] = value;
        const answer = call('account_put_deploy', { deploy: damaged });
        expect([undefined, -32008, -32602]).toContain(answer.error?.code);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The way to each value inside, lists and objects too. */
function* leavesOf(json: unknown, way: readonly (string | number)[] = []): Iterable<readonly (string | number)[]> {
  if (way.length > 0) yield way;
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) yield* leavesOf(value, [...way, name]);
}

test('a body of more than four megabytes is refused, and the server goes on', async () => {
  const { url } = await world.devnet.listen(0);
  const post = (body: string) => fetch(url, { method: 'POST', body });
  const long = await post('x'.repeat(4 * 1024 * 1024 + 1)).catch(() => null);
  expect(long === null || long.status === 413).toBe(true);
  const fine = await post(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'info_get_status' }));
  expect(await fine.json()).toMatchObject({ jsonrpc: '2.0', id: 'a', result: { chainspec_name: 'casper-dev' } });
  await world.devnet.close();
});
