import { type ActionToken, ASSETS, type ChainAction, TEST_TOKENS, tokenPair } from '@sathi/domain/chain-operations.ts';
import { FAUCET_MAX_UNITS } from '@sathi/domain/chain-rewards.ts';
import type { StaffTextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';

export type Assets = DataOf<'chainAssets'>;
export type Sample = Assets['proposals'][number];
export type Operation = DataOf<'findChainOperation'>;

type Looks = {
  readonly title: StaffTextKey;
  readonly text: StaffTextKey;
  readonly submit: StaffTextKey;
  /** The faucet and minting begin with test tokens, all other actions with assets (specification section 5). */
  readonly tokens: readonly ActionToken[];
  readonly hasProposal: boolean;
};

export const ACTIONS = {
  faucet: {
    title: 'chain.faucet.title',
    text: 'chain.faucet.text',
    submit: 'chain.faucet.do',
    tokens: TEST_TOKENS,
    hasProposal: false,
  },
  mint: {
    title: 'chain.mint.title',
    text: 'chain.mint.text',
    submit: 'chain.mint.do',
    tokens: TEST_TOKENS,
    hasProposal: false,
  },
  redeem: {
    title: 'chain.redeem.title',
    text: 'chain.redeem.text',
    submit: 'chain.redeem.do',
    tokens: ASSETS,
    hasProposal: false,
  },
  stake: {
    title: 'chain.stake.title',
    text: 'chain.stake.text',
    submit: 'chain.stake.do',
    tokens: ASSETS,
    hasProposal: false,
  },
  unstake: {
    title: 'chain.unstake.title',
    text: 'chain.unstake.text',
    submit: 'chain.unstake.do',
    tokens: ASSETS,
    hasProposal: false,
  },
  back: {
    title: 'chain.back.title',
    text: 'chain.back.text',
    submit: 'chain.back.do',
    tokens: ASSETS,
    hasProposal: true,
  },
  unback: {
    title: 'chain.unback.title',
    text: 'chain.unback.text',
    submit: 'chain.unback.do',
    tokens: ASSETS,
    hasProposal: true,
  },
} as const satisfies Record<ChainAction, Looks>;

/**
 * The most that an action can move as the chain was last read, in base units. Null where that is not known, or where the
 * server is to say why it cannot be.
 */
export function mostUnits(
  action: ChainAction,
  token: ActionToken,
  assets: Assets | null,
  sample: Sample | undefined,
): bigint | null {
  // One request to the faucet never gives more (specification section 9).
  if (assets === null) return action === 'faucet' ? FAUCET_MAX_UNITS : null;
  const { test, asset } = tokenPair(token);
  switch (action) {
    case 'faucet':
      return BigInt(test === 'tUSDC' ? assets.faucetLeft.tUSDC : assets.faucetLeft.tUSDT);
    case 'mint':
      return BigInt(assets.balances[test]);
    case 'redeem':
    case 'stake':
      return BigInt(assets.balances[asset]);
    case 'unstake':
      return BigInt(assets.stake);
    case 'back': {
      const balance = BigInt(assets.balances[asset]);
      const rest = sample ? restUnits(sample) : balance;
      return rest < balance ? rest : balance;
    }
    case 'unback':
      return sample?.backed?.token === asset ? BigInt(sample.backed.amount) : null;
  }
}

/** The rest that a sample still needs. */
function restUnits({ amount, fundedAmount }: Sample): bigint {
  return BigInt(amount) - BigInt(fundedAmount);
}
