import { FAUCET_MAX_UNITS, TOKEN_DECIMALS } from './chain-rewards.ts';

/** The six tokens of the test network. */
export const CHAIN_TOKENS = ['tUSDC', 'aUSDC', 'tUSDT', 'aUSDT', 'DLN', 'DLNG'] as const;
export type ChainToken = (typeof CHAIN_TOKENS)[number];

/** The faucet gives these tokens, and minting takes them. */
export const TEST_TOKENS = ['tUSDC', 'tUSDT'] as const;
/** Minting gives these tokens, and all other actions use them. DLN and DLNG are only ever rewards. */
export const ASSETS = ['aUSDC', 'aUSDT'] as const;
export type ActionToken = (typeof TEST_TOKENS)[number] | (typeof ASSETS)[number];

export const CHAIN_ACTIONS = ['faucet', 'mint', 'redeem', 'stake', 'unstake', 'back', 'unback'] as const;
export type ChainAction = (typeof CHAIN_ACTIONS)[number];

export type TokenPair = { readonly test: ActionToken; readonly asset: ActionToken };

/** A test token and the asset that is minted from it, by either of their names. */
export function tokenPair(token: ActionToken): TokenPair {
  return token.endsWith('USDC') ? { test: 'tUSDC', asset: 'aUSDC' } : { test: 'tUSDT', asset: 'aUSDT' };
}

/** The token that an action takes from the person's account; null where it takes none. */
export function paidToken(action: ChainAction, token: ActionToken): ActionToken | null {
  const { test, asset } = tokenPair(token);
  if (action === 'mint') return test;
  return action === 'redeem' || action === 'stake' || action === 'back' ? asset : null;
}

/** The proposals of the test network's page. They exist there alone and have nothing to do with loans of the same number. */
export const SAMPLE_PROPOSAL_IDS = ['80', '144', '166', '168', '169'] as const;
export type SampleProposalId = (typeof SAMPLE_PROPOSAL_IDS)[number];

/** One person may take this much of one token from the faucet within a day: 1000 tokens, as in one request. */
export const FAUCET_DAY_UNITS = FAUCET_MAX_UNITS;

/** The most that one action moves: a million tokens. */
export const ACTION_MAX_UNITS = 1_000_000_000_000n;

const AMOUNT = new RegExp(`^(0|[1-9]\\d{0,12})(?:\\.(\\d{1,${TOKEN_DECIMALS}}))?$`);

/**
 * Reads tokens such as `12` or `0.5` into base units. Null for text that is no such number, and for more than six
 * decimals.
 */
export function parseTokens(text: string): bigint | null {
  const match = AMOUNT.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(TOKEN_DECIMALS, '0'));
}

/** Base units as tokens, without zeros at the end: `1500000` is `1.5`. */
export function formatTokens(units: bigint): string {
  const digits = units.toString().padStart(TOKEN_DECIMALS + 1, '0');
  const fraction = digits.slice(-TOKEN_DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -TOKEN_DECIMALS);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
