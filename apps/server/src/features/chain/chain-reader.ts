import { contractHashKey, PROPOSALS_CONTRACT, STAKE_CONTRACT, tokenContract } from '@sathi/contracts/installations.ts';
import { backerItem, balanceItem, stakeItem } from '@sathi/contracts/dictionary-items.ts';
import { CHAIN_TOKENS, type ChainToken } from '@sathi/domain/chain-operations.ts';
import { z } from 'zod';
import { ChainDownError, type ChainPort, ChainValueError, type ChainView } from '../../outside/chain-port.ts';

/** Addresses of the contracts by the name they were installed under, `hash-…`. */
export type Contracts = Readonly<Record<string, string>>;

export const ALL_CONTRACTS: readonly string[] = [
  ...CHAIN_TOKENS.map(tokenContract),
  STAKE_CONTRACT,
  PROPOSALS_CONTRACT,
];

/** The contracts that the owner has installed so far. */
export async function findContracts(chain: ChainPort): Promise<Contracts> {
  const names = await chain.namedKeys(chain.ownerPublicKey);
  const found = ALL_CONTRACTS.map((contract) => [contract, names[contractHashKey(contract)]] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [string, string] => isHash(entry[1])));
}

function isHash(text: string | undefined): boolean {
  return text !== undefined && /^hash-[0-9a-f]{64}$/.test(text);
}

/** @throws ChainDownError when it is not installed yet */
export function contractAddress(contracts: Contracts, name: string): string {
  const address = contracts[name];
  if (address === undefined) throw new ChainDownError(`${name} is not installed`);
  return address;
}

const Units = z
  .union([z.string().regex(/^\d{1,78}$/), z.number().int().nonnegative()])
  .transform((value) => BigInt(value));
const Entries = z
  .array(z.object({ key: z.string(), value: z.string() }))
  .transform((entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value])));
const Months = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number);
const Amount = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform((digits) => BigInt(digits));
const Sample = z.looseObject({ title: z.string(), amount: Amount, fundedAmount: Amount, monthsToRepay: Months });
const Backer = z.object({ amount: Amount, token: z.string() });

export type SampleRecord = {
  /** All entries, for writing them back. */
  readonly entries: Readonly<Record<string, string>>;
  readonly title: string;
  readonly amountUnits: bigint;
  readonly fundedUnits: bigint;
  readonly monthsToRepay: number;
};

/** The values of our contracts, in one view of the chain. All: @throws ChainDownError, ChainValueError */
export type ChainReader = {
  readonly contracts: Contracts;
  readonly balance: (token: ChainToken, accountHash: string) => Promise<bigint>;
  readonly stake: (accountHash: string) => Promise<bigint>;
  readonly hasProposal: (ref: string) => Promise<boolean>;
  /** Null when there is no such sample. */
  readonly sample: (ref: string) => Promise<SampleRecord | null>;
  /** Null when the account does not back it, or not any more. */
  readonly backing: (ref: string, accountHash: string) => Promise<{ token: ChainToken; units: bigint } | null>;
};

export async function createChainReader(chain: ChainPort): Promise<ChainReader> {
  const [view, contracts] = await Promise.all([chain.newest(), findContracts(chain)]);
  const item = itemIn(view, contracts);
  const units = async (contract: string, name: string): Promise<bigint> =>
    parsed(Units, (await item(contract, 'balances', name)) ?? '0');
  return {
    contracts,
    balance: (token, accountHash) => units(tokenContract(token), balanceItem(accountHash)),
    stake: (accountHash) => units(STAKE_CONTRACT, stakeItem(accountHash)),
    hasProposal: async (ref) => (await item(PROPOSALS_CONTRACT, 'proposals', ref)) !== null,
    sample: async (ref) => {
      const stored = await item(PROPOSALS_CONTRACT, 'proposals', ref);
      if (stored === null) return null;
      const entries = parsed(Entries, stored);
      const { title, amount, fundedAmount, monthsToRepay } = parsed(Sample, entries);
      return { entries, title, amountUnits: amount, fundedUnits: fundedAmount, monthsToRepay };
    },
    backing: async (ref, accountHash) => {
      const stored = await item(PROPOSALS_CONTRACT, 'backers', backerItem(ref, accountHash));
      const entries = stored === null ? {} : parsed(Entries, stored);
      // A dictionary cannot forget an item: an empty one is a backer who left.
      if (Object.keys(entries).length === 0) return null;
      const { amount, token } = parsed(Backer, entries);
      return { token: tokenAt(contracts, token), units: amount };
    },
  };
}

function itemIn(view: ChainView, contracts: Contracts) {
  return (contract: string, dictionary: string, name: string): Promise<unknown> =>
    view.item(contractAddress(contracts, contract), dictionary, name);
}

function tokenAt(contracts: Contracts, hash: string): ChainToken {
  const token = CHAIN_TOKENS.find((each) => contracts[tokenContract(each)] === `hash-${hash}`);
  if (token === undefined) throw new ChainValueError('backed with a token that is none of ours');
  return token;
}

/** @throws ChainValueError `Invalid stored value` */
function parsed<Schema extends z.ZodType>(schema: Schema, stored: unknown): z.infer<Schema> {
  const result = schema.safeParse(stored);
  if (!result.success) throw new ChainValueError('what the chain has stored cannot be read', { cause: result.error });
  return result.data;
}
