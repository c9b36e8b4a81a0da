import { PROPOSALS_CONTRACT, STAKE_CONTRACT, TOKEN_SYMBOLS, tokenContract } from '@sathi/contracts/installations.ts';
import { contractWasm } from '@sathi/contracts/contract-wasm.ts';
import type { ChainToken } from '@sathi/domain/chain-operations.ts';
import { TOKEN_DECIMALS, UNITS_PER_TOKEN } from '@sathi/domain/chain-rewards.ts';
import type { Step } from '@sathi/domain/chain-steps.ts';
import type { ChainArg, ChainCall, ChainPort } from '../../outside/chain-port.ts';
import { type ChainReader, contractAddress, type Contracts, createChainReader } from './chain-reader.ts';

/** A thousand million of each token; of DLN the register may give all of it as rewards. */
const SUPPLY_UNITS = 1_000_000_000n * UNITS_PER_TOKEN;

const text = (value: string): ChainArg => ({ type: 'string', value });
const u256 = (value: bigint | string): ChainArg => ({ type: 'u256', value: value.toString() });
const digits = (address: string): string => address.slice(-64);

/** The chain differs from the plan's assumption, and waiting does not help: a person must look. */
export class StepImpossibleError extends Error {
  override readonly name = 'StepImpossibleError';
}

/**
 * The call to sign for a step, reckoned from the chain as it is now.
 * @param publicKey of the person whose operation it is; null for the product's own
 * @throws ChainDownError, ChainValueError, StepImpossibleError
 */
export async function buildCall(chain: ChainPort, step: Step, publicKey: string | null): Promise<ChainCall> {
  if (step.name === 'fund') return { kind: 'fund', publicKey: person(publicKey), motes: BigInt(step.motes) };
  const reader = await createChainReader(chain);
  const { contracts } = reader;
  switch (step.name) {
    case 'pay':
      return transfer(contracts, step.token, chain.accountHash(chain.ownerPublicKey), step.units);
    case 'give':
    case 'reward':
      return transfer(contracts, step.token, chain.accountHash(person(publicKey)), step.units);
    case 'stake': {
      const units = positive((await reader.stake(chain.accountHash(person(publicKey)))) + BigInt(step.change));
      const args = { recipient: { type: 'publicKey', value: person(publicKey) }, amount: u256(units) } as const;
      return call(contracts, STAKE_CONTRACT, 'add_stakeholder', args);
    }
    case 'back':
      return back(reader, step, chain.accountHash(person(publicKey)));
    case 'count_backing': {
      const { entries, fundedUnits } = await existing(reader, step.ref);
      const fundedAmount = positive(fundedUnits + BigInt(step.change)).toString();
      return addProposal(contracts, step.ref, { ...entries, fundedAmount });
    }
    case 'add_proposal':
      return addProposal(contracts, step.ref, step.record);
    case 'install':
      return install(contracts, step.contract);
    case 'allow_rewards': {
      const spender = { type: 'key', value: contractAddress(contracts, PROPOSALS_CONTRACT) } as const;
      return call(contracts, tokenContract('DLN'), 'approve', { spender, amount: u256(SUPPLY_UNITS) });
    }
  }
}

async function back(
  reader: ChainReader,
  { ref, token, change }: Step & { name: 'back' },
  account: string,
): Promise<ChainCall> {
  const before = await reader.backing(ref, account);
  if (before !== null && before.token !== token) throw new StepImpossibleError('backed with another token');
  const units = positive((before?.units ?? 0n) + BigInt(change));
  const args = { proposal_id: text(ref), delegator: { type: 'bytes32', value: account } } as const;
  if (units === 0n) return call(reader.contracts, PROPOSALS_CONTRACT, 'remove_backer', args);
  const { fundedUnits } = await existing(reader, ref);
  const fundedAmount = positive(fundedUnits + BigInt(change)).toString();
  return call(reader.contracts, PROPOSALS_CONTRACT, 'add_backer', {
    ...args,
    token: { type: 'bytes32', value: digits(contractAddress(reader.contracts, tokenContract(token))) },
    backer: { type: 'map', value: { amount: units.toString(), fundedAmount } },
  });
}

async function existing(reader: ChainReader, ref: string) {
  const sample = await reader.sample(ref);
  if (sample === null) throw new StepImpossibleError(`the chain has no proposal ${ref}`);
  return sample;
}

function addProposal(contracts: Contracts, ref: string, record: Readonly<Record<string, string>>): ChainCall {
  const args = { proposal_id: text(ref), proposal: { type: 'map', value: record } } as const;
  return call(contracts, PROPOSALS_CONTRACT, 'add_proposal', args);
}

async function install(contracts: Contracts, name: string): Promise<ChainCall> {
  const contract_name = text(name);
  const symbol = TOKEN_SYMBOLS.find((each) => tokenContract(each) === name);
  if (symbol !== undefined) {
    const decimals = { type: 'u8', value: String(TOKEN_DECIMALS) } as const;
    const figures = { name: text(`Test ${symbol}`), symbol: text(symbol), decimals, total_supply: u256(SUPPLY_UNITS) };
    return { kind: 'install', wasm: await contractWasm('token'), args: { contract_name, ...figures } };
  }
  if (name === STAKE_CONTRACT) return { kind: 'install', wasm: await contractWasm('stake'), args: { contract_name } };
  const reward_token = { type: 'bytes32', value: digits(contractAddress(contracts, tokenContract('DLN'))) } as const;
  return { kind: 'install', wasm: await contractWasm('proposals'), args: { contract_name, reward_token } };
}

function transfer(contracts: Contracts, token: ChainToken, to: string, units: string): ChainCall {
  const recipient = { type: 'key', value: `account-hash-${to}` } as const;
  return call(contracts, tokenContract(token), 'transfer', { recipient, amount: u256(units) });
}

function call(
  contracts: Contracts,
  contract: string,
  entryPoint: string,
  args: Extract<ChainCall, { kind: 'call' }>['args'],
): ChainCall {
  return { kind: 'call', contract: contractAddress(contracts, contract), entryPoint, args };
}

function person(publicKey: string | null): string {
  if (publicKey === null) throw new StepImpossibleError('nobody has asked for this');
  return publicKey;
}

function positive(units: bigint): bigint {
  if (units < 0n) throw new StepImpossibleError('less would be left than nothing');
  return units;
}
