import { type ContractName, PROPOSALS_CONTRACT, STAKE_CONTRACT } from './installations.ts';
import { CALL_PAYMENT_MOTES, openWorld, SUPPLY, type World } from './test/chain-world.ts';
import type { Arguments } from './test/deploys.ts';
import { amount, byte, bytes32, digitsOf, key, publicKey, string, stringMap } from './test/values.ts';

/** A record as the server writes it: numbers, a digest and a title cut to 60 bytes. */
export const TYPICAL_RECORD = stringMap({
  amount: '100000000000',
  digest: 'ab'.repeat(32),
  fundedAmount: '50000000000',
  mfiId: '3',
  monthsToRepay: '12',
  status: '2',
  title: 'গরু কেনা আর ঘাস কেনা',
});
/** A node refuses deploys with more than 1024 bytes of arguments; with an id of 63 bytes these are all of them. */
export const LARGEST_RECORD = stringMap({ monthsToRepay: '12', description: 'x'.repeat(868) });

export type Modules = Readonly<Record<ContractName, Uint8Array>>;
/** Motes by `token install`, `token transfer` and so on. */
export type Gas = ReadonlyMap<string, bigint>;

/**
 * Installs the modules on a chain in memory and calls every entry point once, each paid with the server's payment.
 * @throws Error when one of them costs more, fails, or is not measured here
 */
export async function measureGas(modules: Modules): Promise<Gas> {
  const spent = new Map<string, bigint>();
  const world = await openWorld();
  const { owner } = world;

  const install = (name: ContractName, contractName: string, args: Arguments): string => {
    const { address, consumed } = world.installModule(owner, modules[name], contractName, args);
    spent.set(`${name} install`, consumed);
    return address;
  };
  const supply = amount(SUPPLY);
  const token = (symbol: string) => ({ name: string(`Test ${symbol}`), symbol: string(symbol), decimals: byte(6) });
  const dln = install('token', 'ERC20_DLN', { ...token('DLN'), total_supply: supply });
  const addresses: Addresses = {
    token: install('token', 'ERC20_tUSDC', { ...token('tUSDC'), total_supply: supply }),
    stake: install('stake', STAKE_CONTRACT, {}),
    proposals: install('proposals', PROPOSALS_CONTRACT, { reward_token: bytes32(digitsOf(dln)) }),
  };
  const allowed = world.call(owner, dln, 'approve', { spender: key(addresses.proposals), amount: supply });
  if (allowed.error) throw new Error(`token approve: ${allowed.error}`);

  const calls = callsOf(world, addresses);
  refuseUnmeasured(world, addresses, calls);
  for (const [name, entryPoint, by, args] of calls) {
    const { error, consumed } = world.call(by, addresses[name], entryPoint, args);
    if (error) throw new Error(`${name} ${entryPoint}, paid with ${CALL_PAYMENT_MOTES} motes: ${error}`);
    spent.set(`${name} ${entryPoint}`, consumed);
  }
  payLargest(world, addresses.proposals);
  return spent;
}

type Addresses = Readonly<Record<ContractName, string>>;
type Call = readonly [contract: ContractName, entryPoint: string, by: World['owner'], args: Arguments];

function callsOf({ owner, rahima, joao }: World, addresses: Addresses): readonly Call[] {
  const units = amount(123_456_789_012n);
  const id = { proposal_id: string('80') };
  const delegator = bytes32(digitsOf(rahima.address));
  const backing = {
    token: bytes32(digitsOf(addresses.token)),
    backer: stringMap({ amount: '123456789012', fundedAmount: '200000000000' }),
  };
  return [
    ['token', 'approve', owner, { spender: key(joao.address), amount: amount(SUPPLY) }],
    ['token', 'transfer', owner, { recipient: key(rahima.address), amount: units }],
    ['token', 'transfer_from', joao, { owner: key(owner.address), recipient: key(joao.address), amount: units }],
    ['token', 'mint', owner, { owner: key(rahima.address), amount: units }],
    ['token', 'balance_of', rahima, { address: key(owner.address) }],
    ['token', 'allowance', rahima, { owner: key(owner.address), spender: key(joao.address) }],
    ['token', 'name', rahima, {}],
    ['token', 'symbol', rahima, {}],
    ['token', 'decimals', rahima, {}],
    ['token', 'total_supply', rahima, {}],
    ['stake', 'add_stakeholder', owner, { recipient: publicKey(rahima.publicKeyHex), amount: units }],
    ['stake', 'stake_of', rahima, { address: key(rahima.address) }],
    ['proposals', 'add_proposal', owner, { ...id, proposal: TYPICAL_RECORD }],
    ['proposals', 'add_backer', owner, { ...id, ...backing, delegator }],
    ['proposals', 'remove_backer', owner, { ...id, delegator }],
  ];
}

function refuseUnmeasured({ devnet }: World, addresses: Addresses, calls: readonly Call[]): void {
  for (const [name, address] of Object.entries(addresses)) {
    const { Contract } = devnet.query(address, []) as { Contract: { entry_points: { name: string }[] } };
    const measured = new Set(calls.filter(([contract]) => contract === name).map(([, entryPoint]) => entryPoint));
    const missing = Contract.entry_points.find((entryPoint) => !measured.has(entryPoint.name));
    if (missing) throw new Error(`${name} ${missing.name} is not measured in gas.ts`);
  }
}

/** The dearest call that a deploy can carry. */
function payLargest(world: World, proposals: string): void {
  const args = { proposal_id: string('x'.repeat(63)), proposal: LARGEST_RECORD };
  const { error } = world.call(world.owner, proposals, 'add_proposal', args);
  if (error) throw new Error(`proposals add_proposal with the largest record: ${error}`);
}
