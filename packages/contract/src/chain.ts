import { CHAIN_ACTIONS, CHAIN_TOKENS, SAMPLE_PROPOSAL_IDS } from '@sathi/domain/chain-operations.ts';
import { z } from 'zod';
import { AssetField, HashField, SampleIdField, TestTokenField, TokensField, UnitsField } from './chain-fields.ts';
import { endpoint } from './endpoint.ts';
import { ActorFields, EventIdField, InstantField, ProposalIdField } from './fields.ts';

export const chainStatus = endpoint('chainStatus', {
  summary: 'Which chain this is, and whether it answers and has our contracts',
  access: 'public',
  data: z.object({
    mode: z.enum(['devnet', 'node']),
    chainName: z.string(),
    /** The height of the newest block; null while the chain does not answer. */
    height: z.number().int().nullable(),
    /** `<explorerUrl>/deploy/<hash>` shows a deploy; null: our own page shows it. */
    explorerUrl: z.string().nullable(),
    healthy: z.boolean(),
  }),
  refuses: [],
  example: {},
});

const token = z.enum(CHAIN_TOKENS);
const Balances = z.object({
  tUSDC: UnitsField,
  aUSDC: UnitsField,
  tUSDT: UnitsField,
  aUSDT: UnitsField,
  DLN: UnitsField,
  DLNG: UnitsField,
});

export const chainAssets = endpoint('chainAssets', {
  summary: 'The own balances, stake and backings on the test network, and its sample proposals; 503 when it is away',
  access: 'signed_in',
  query: z.object(ActorFields),
  data: z.object({
    publicAddress: z.string(),
    balances: Balances,
    stake: UnitsField,
    /** The rest of today's allowance from the faucet, for each test token. */
    faucetLeft: z.object({ tUSDC: UnitsField, tUSDT: UnitsField }),
    proposals: z.array(
      z.object({
        id: z.enum(SAMPLE_PROPOSAL_IDS),
        title: z.string(),
        amount: UnitsField,
        fundedAmount: UnitsField,
        monthsToRepay: z.number().int(),
        /** The caller's own backing; null when there is none. */
        backed: z.object({ token, amount: UnitsField }).nullable(),
      }),
    ),
    /** The caller's newest operation that has not come to an end: buttons wait for it. */
    pendingOperationId: EventIdField.nullable(),
  }),
  refuses: ['chain_unavailable', 'chain_invalid_value'],
  example: {},
});

const Accepted = z.object({ operationId: EventIdField });
const action = { amount: TokensField, userId: ActorFields.userId };
/** One form for every action: those that are about no sample proposal take its number and do nothing with it. */
const ANY_SAMPLE = { proposalId: SampleIdField.optional() };
const withTestTokens = z.strictObject({ token: TestTokenField, ...action, ...ANY_SAMPLE });
const withAssets = z.strictObject({ token: AssetField, ...action, ...ANY_SAMPLE });
const accepted = { access: 'signed_in', accepted: true, data: Accepted } as const;

export const askFaucet = endpoint('askFaucet', {
  summary: 'Test tokens from the faucet: at most 1000 of each a day',
  ...accepted,
  body: withTestTokens,
  refuses: ['chain_unavailable', 'chain_invalid_value', 'chain_balance_too_low', 'faucet_limit', 'faucet_day_limit'],
  example: { body: { token: 'tUSDC', amount: '12.5' } },
});
export const mintTokens = endpoint('mintTokens', {
  summary: 'Turns test tokens into assets: tUSDC into aUSDC, tUSDT into aUSDT',
  ...accepted,
  body: withTestTokens,
  refuses: ['chain_unavailable', 'chain_invalid_value', 'chain_balance_too_low'],
  example: { body: { token: 'tUSDC', amount: '12.5' } },
});
export const redeemTokens = endpoint('redeemTokens', {
  summary: 'Turns assets back into test tokens',
  ...accepted,
  body: withAssets,
  refuses: ['chain_unavailable', 'chain_invalid_value', 'chain_balance_too_low'],
  example: { body: { token: 'aUSDC', amount: '12.5' } },
});
export const stakeTokens = endpoint('stakeTokens', {
  summary: 'Stakes assets',
  ...accepted,
  body: withAssets,
  refuses: ['chain_unavailable', 'chain_invalid_value', 'chain_balance_too_low'],
  example: { body: { token: 'aUSDC', amount: '12.5' } },
});
export const unstakeTokens = endpoint('unstakeTokens', {
  summary: 'Takes staked assets back and earns 10 % in DLN',
  ...accepted,
  body: withAssets,
  refuses: ['chain_unavailable', 'chain_invalid_value', 'chain_balance_too_low', 'chain_stake_too_low'],
  example: { body: { token: 'aUSDC', amount: '12.5' } },
});
export const backSample = endpoint('backSample', {
  summary: 'Backs a sample proposal with assets',
  ...accepted,
  body: withAssets.extend({ proposalId: SampleIdField }),
  refuses: [
    'chain_unavailable',
    'chain_invalid_value',
    'chain_balance_too_low',
    'chain_backed_with_other',
    'chain_above_rest',
  ],
  example: { body: { token: 'aUSDC', amount: '12.5', proposalId: '80' } },
});
export const unbackSample = endpoint('unbackSample', {
  summary: 'Takes a backing back, or a part of it, and earns 1.5 % in DLN and 0.005 % in DLNG; without an amount all',
  ...accepted,
  body: z.strictObject({
    token: AssetField,
    amount: TokensField.optional(),
    userId: ActorFields.userId,
    proposalId: SampleIdField,
  }),
  refuses: [
    'chain_unavailable',
    'chain_invalid_value',
    'chain_balance_too_low',
    'chain_not_backed',
    'chain_backing_too_low',
    'chain_backed_with_other',
  ],
  example: { body: { token: 'aUSDC', amount: '12.5', proposalId: '80' } },
});

const STEP_STATES = ['waiting', 'sent', 'succeeded', 'failed'] as const;

export const findChainOperation = endpoint('findChainOperation', {
  summary: 'How far an operation of the caller is',
  access: 'signed_in',
  params: z.object({ id: EventIdField }),
  data: z.object({
    id: EventIdField,
    action: z.enum(CHAIN_ACTIONS),
    status: z.enum(['pending', 'succeeded', 'failed']),
    /** Pending, and goes on only when an operator looks into it. */
    stuck: z.boolean(),
    /** The sentence that says why it failed. */
    error: z.string().nullable(),
    steps: z.array(
      z.object({
        name: z.string(),
        deployHash: z.string().nullable(),
        state: z.enum(STEP_STATES),
        error: z.string().optional(),
      }),
    ),
  }),
  refuses: [],
  example: { params: { id: '7' } },
});

export const findChainRegistration = endpoint('findChainRegistration', {
  summary: 'Whether a proposal is registered on the chain (R17.9)',
  access: 'public',
  params: z.object({ id: ProposalIdField }),
  data: z.object({
    state: z.enum(['none', 'waiting', 'registered']),
    deployHash: z.string().nullable(),
    blockHeight: z.number().int().nullable(),
  }),
  refuses: [],
  example: { params: { id: '169' } },
});

export const findChainDeploy = endpoint('findChainDeploy', {
  summary: 'A deploy of ours, for chains that have no explorer',
  access: 'public',
  params: z.object({ hash: HashField }),
  data: z.object({
    hash: z.string(),
    name: z.string(),
    state: z.enum(STEP_STATES),
    chainName: z.string(),
    explorerUrl: z.string().nullable(),
    /** Public key of the account that signed. */
    account: z.string(),
    contractHash: z.string().nullable(),
    entryPoint: z.string().nullable(),
    args: z.array(z.object({ name: z.string(), value: z.string() })),
    sentAt: InstantField,
    blockHash: z.string().nullable(),
    blockHeight: z.number().int().nullable(),
    /** Motes, a thousand million to a CSPR. */
    cost: z.string().nullable(),
    error: z.string().nullable(),
    /** The keys that it wrote; null while it has not run or the chain is away. */
    effects: z.array(z.string()).nullable(),
  }),
  refuses: [],
  example: { params: { hash: '0b6b58' + '0'.repeat(58) } },
});
