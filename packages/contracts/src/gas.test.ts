import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { contractWasm } from './contract-wasm.ts';
import { PROPOSALS_CONTRACT, STAKE_CONTRACT } from './installations.ts';
import { CALL_PAYMENT_MOTES, INSTALL_PAYMENT_MOTES, openWorld, SUPPLY, type World } from './test/chain-world.ts';
import type { Arguments } from './test/deploys.ts';
import { amount, byte, bytes32, digitsOf, key, publicKey, string, stringMap } from './test/values.ts';

const MOTES_PER_CSPR = 1e9;
/** What the server writes: numbers, a digest and a title cut to 60 bytes. */
const TYPICAL_RECORD = stringMap({
  amount: '100000000000',
  digest: 'ab'.repeat(32),
  fundedAmount: '50000000000',
  mfiId: '3',
  monthsToRepay: '12',
  status: '2',
  title: 'গরু কেনা আর ঘাস কেনা',
});
/** A node refuses deploys with more than 1024 bytes of arguments; with an id of 63 bytes these are all of them. */
const LARGEST_RECORD = stringMap({ monthsToRepay: '12', description: 'x'.repeat(868) });

let world: World;
let addresses: Record<'token' | 'stake' | 'proposals', string>;
const spent = new Map<string, bigint>();

beforeAll(async () => {
  world = await openWorld();
  const dln = await world.installToken('DLN');
  const supply = amount(SUPPLY);
  const tokenArgs = { name: string('Test tUSDC'), symbol: string('tUSDC'), decimals: byte(6), total_supply: supply };
  addresses = {
    token: await install('token', 'ERC20_tUSDC', tokenArgs),
    stake: await install('stake', STAKE_CONTRACT, {}),
    proposals: await install('proposals', PROPOSALS_CONTRACT, { reward_token: bytes32(digitsOf(dln)) }),
  };
  const { owner, rahima, joao } = world;
  const units = amount(123_456_789_012n);
  world.call(owner, dln, 'approve', { spender: key(addresses.proposals), amount: supply });

  use('token', 'approve', owner, { spender: key(joao.address), amount: supply });
  use('token', 'transfer', owner, { recipient: key(rahima.address), amount: units });
  use('token', 'transfer_from', joao, { owner: key(owner.address), recipient: key(joao.address), amount: units });
  use('token', 'mint', owner, { owner: key(rahima.address), amount: units });
  use('token', 'balance_of', rahima, { address: key(owner.address) });
  use('token', 'allowance', rahima, { owner: key(owner.address), spender: key(joao.address) });
  for (const name of ['name', 'symbol', 'decimals', 'total_supply']) use('token', name, rahima, {});

  use('stake', 'add_stakeholder', owner, { recipient: publicKey(rahima.publicKeyHex), amount: units });
  use('stake', 'stake_of', rahima, { address: key(rahima.address) });

  const id = { proposal_id: string('80') };
  const delegator = bytes32(digitsOf(rahima.address));
  const backer = stringMap({ amount: '123456789012', fundedAmount: '200000000000' });
  use('proposals', 'add_proposal', owner, { ...id, proposal: TYPICAL_RECORD });
  use('proposals', 'add_backer', owner, { ...id, token: bytes32(digitsOf(addresses.token)), delegator, backer });
  use('proposals', 'remove_backer', owner, { ...id, delegator });
});

async function install(name: 'token' | 'stake' | 'proposals', contractName: string, args: Arguments): Promise<string> {
  const { address, consumed } = world.installModule(world.owner, await contractWasm(name), contractName, args);
  spent.set(`${name} install`, consumed);
  return address;
}

function use(name: keyof typeof addresses, entryPoint: string, by: World['owner'], args: Arguments): void {
  const { error, consumed } = world.call(by, addresses[name], entryPoint, args);
  if (error) throw new Error(`${name} ${entryPoint}: ${error}`);
  spent.set(`${name} ${entryPoint}`, consumed);
}

test('every entry point is measured', () => {
  for (const [name, address] of Object.entries(addresses)) {
    const { Contract } = world.devnet.query(address, []) as { Contract: { entry_points: { name: string }[] } };
    const names = Contract.entry_points.map((entryPoint) => entryPoint.name);
    expect(names).toEqual([...names].sort());
    for (const entryPoint of names) expect([...spent.keys()]).toContain(`${name} ${entryPoint}`);
  }
});

test('every typical call is paid with 3e9 motes, and every installation with 50e9 (section 9)', () => {
  const tooDear = [...spent].filter(
    ([name, motes]) => motes > (name.endsWith(' install') ? INSTALL_PAYMENT_MOTES : CALL_PAYMENT_MOTES),
  );
  expect(tooDear).toEqual([]);
});

test('so is the largest record that a deploy may carry', () => {
  const args = { proposal_id: string('x'.repeat(63)), proposal: LARGEST_RECORD };
  const { error, consumed } = world.call(world.owner, addresses.proposals, 'add_proposal', args);
  expect(error).toBeNull();
  expect(consumed).toBeLessThan(CALL_PAYMENT_MOTES);
});

test('the table in the README is what they cost', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` \| `?(\w+)`? \| (\d+\.\d+) \|/gm)];
  const written = new Map(rows.map(([, name, entryPoint, cspr]) => [`${name} ${entryPoint}`, Number(cspr)]));
  expect([...written.keys()].toSorted()).toEqual([...spent.keys()].toSorted());
  for (const [name, motes] of spent) expect(written.get(name), name).toBeCloseTo(Number(motes) / MOTES_PER_CSPR, 1);
});
