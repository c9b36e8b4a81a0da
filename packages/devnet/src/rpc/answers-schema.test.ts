import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { contract, namedURef, newNamedURef, value } from '../test/contracts.ts';
import { text } from '../codec/bytes.ts';
import { contractCall, newKey, transfer, TRANSFER_MOTES } from '../test/deploys.ts';
import { Memory, span, type Step } from '../test/program.ts';
import { openWorld } from '../test/world.ts';
import { methodsOf } from './methods.ts';

const schema = JSON.parse(readFileSync(new URL('../test/rpc-answers.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTuples: false }).addSchema(schema);

/** The schema's complaints about the answer. */
function problems(method: string, answer: unknown): unknown {
  const validate = ajv.getSchema(`rpc-answers#/definitions/${method}`);
  if (!validate) throw new Error(`the schema does not describe ${method}`);
  return validate(JSON.parse(JSON.stringify(answer))) ? null : validate.errors;
}

/** A chain on which each kind of event has happened once. */
async function fullWorld() {
  const world = await openWorld();
  const memory = new Memory();
  const { steps, uref } = namedURef(memory, 'store');
  const put: Step[] = [
    ...newNamedURef(memory, 'store', value(text('seed'), 'String')),
    ...steps,
    {
      host: 'casper_dictionary_put',
      args: [...span(uref), ...span(memory.text('item')), ...span(memory.bytes(value(text('কখ'), 'String')))],
    },
  ];
  world.session(contract('door', memory, { put, refuse: [{ host: 'casper_revert', args: [65_537] }] }));
  const { owner, devnet } = world;
  const door = devnet.namedKeys(owner.publicKey.toHex()).door ?? '';
  world.run(owner, contractCall(door, 'put'));
  world.run(owner, contractCall(door, 'refuse'));
  world.run(owner, transfer(2_500_000_000n, newKey()), { motes: TRANSFER_MOTES });
  const waiting = devnet.put(world.deploy(owner, contractCall(door, 'put')));
  return { ...world, door, waiting };
}

const world = await fullWorld();
const { devnet, owner, door, waiting } = world;
const root = devnet.chain.tip.stateRoot;
const account = owner.publicKey.accountHash().toPrefixedString();
const shown = (devnet.query(door) as any).Contract;
const purse = (devnet.query(account) as any).Account.main_purse;
const store = devnet.namedKeys(door).store ?? '';

const ASKED: ReadonlyArray<readonly [method: string, params: unknown]> = [
  ['account_put_deploy', { deploy: world.deploy(owner, contractCall(door, 'put')) }],
  ['info_get_deploy', { deploy_hash: waiting }],
  ...devnet.chain.blocks
    .flatMap(({ deployHashes }) => deployHashes)
    .map((deploy_hash) => ['info_get_deploy', { deploy_hash }] as const),
  ...devnet.chain.blocks.map(({ height }) => ['chain_get_block', { block_identifier: { Height: height } }] as const),
  ['chain_get_block', {}],
  ['chain_get_state_root_hash', {}],
  ['state_get_item', { state_root_hash: root, key: account, path: [] }],
  ['state_get_item', { state_root_hash: root, key: account, path: ['door'] }],
  ['state_get_item', { state_root_hash: root, key: door, path: ['store'] }],
  ['state_get_item', { state_root_hash: root, key: shown.contract_package_hash.replace('contract-package', 'hash') }],
  ['state_get_item', { state_root_hash: root, key: shown.contract_wasm_hash.replace('contract-wasm', 'hash') }],
  ['query_global_state', { state_identifier: { StateRootHash: root }, key: door, path: [] }],
  ['query_global_state', { state_identifier: { BlockHeight: 1 }, key: account, path: ['door'] }],
  ['query_global_state', { state_identifier: null, key: account, path: [] }],
  [
    'state_get_dictionary_item',
    { state_root_hash: root, dictionary_identifier: { URef: { seed_uref: store, dictionary_item_key: 'item' } } },
  ],
  ['state_get_account_info', { account_identifier: owner.publicKey.toHex(), block_identifier: { Height: 0 } }],
  ['state_get_account_info', { account_identifier: account }],
  ['state_get_balance', { state_root_hash: root, purse_uref: purse }],
  ['query_balance', { purse_identifier: { main_purse_under_public_key: owner.publicKey.toHex() } }],
  ['query_balance', { purse_identifier: { main_purse_under_account_hash: account } }],
  ['query_balance', { purse_identifier: { purse_uref: purse } }],
  ['info_get_status', undefined],
  ['account_put_transaction', { transaction: { Deploy: world.deploy(owner, contractCall(door, 'put')) } }],
  ['info_get_transaction', { transaction_hash: { Deploy: waiting } }],
  ...devnet.chain.blocks
    .flatMap(({ deployHashes }) => deployHashes)
    .map((Deploy) => ['info_get_transaction', { transaction_hash: { Deploy } }] as const),
  ['state_get_entity', { entity_identifier: { AccountHash: account } }],
];

describe("answers have the form that a node's own description promises", () => {
  test.each(ASKED)('%s %j', (method, params) => {
    expect(problems(method, devnet.rpc(method, params))).toBeNull();
  });

  test('every method is asked', () => {
    const asked = new Set(ASKED.map(([method]) => method));
    expect([...methodsOf(devnet.chain, 0).keys()].filter((method) => !asked.has(method))).toEqual([]);
  });

  test('the schema finds a wrong answer', () => {
    const answer = devnet.rpc('info_get_deploy', { deploy_hash: waiting }) as any;
    expect(problems('info_get_deploy', { ...answer, more: 1 })).not.toBeNull();
    const { hash: _, ...nameless } = answer.deploy;
    expect(problems('info_get_deploy', { ...answer, deploy: nameless })).not.toBeNull();
  });
});
