import { type ActionToken, type ChainAction, type ChainToken, paidToken, tokenPair } from './chain-operations.ts';
import { unbackRewards, unstakeRewardUnits } from './chain-rewards.ts';
import { allow, type Decision, refuse } from './decision.ts';

/**
 * One deploy of an operation. Units are digits, so that a step can be kept as JSON. A value to be set on the chain is
 * written as a change: it is reckoned from the stored value when the deploy is built, so that a deploy in between is
 * not undone.
 */
export type Step =
  /** Motes for a person's account, without which it can sign nothing. */
  | { readonly name: 'fund'; readonly motes: string }
  /** The person pays the owner. */
  | { readonly name: 'pay'; readonly token: ChainToken; readonly units: string }
  /** The owner pays the person. */
  | { readonly name: 'give' | 'reward'; readonly token: ChainToken; readonly units: string }
  | { readonly name: 'stake'; readonly change: string }
  | { readonly name: 'back'; readonly ref: string; readonly token: ChainToken; readonly change: string }
  /** The sum that all backers of a sample have given. */
  | { readonly name: 'count_backing'; readonly ref: string; readonly change: string }
  | { readonly name: 'add_proposal'; readonly ref: string; readonly record: Readonly<Record<string, string>> }
  | { readonly name: 'install'; readonly contract: string }
  | { readonly name: 'allow_rewards' };
export type Plan = readonly Step[];

/** A person signs only the steps that take from their own account. */
export function signerOf(step: Step): 'owner' | 'user' {
  return step.name === 'pay' ? 'user' : 'owner';
}

/** Whether a person's tokens have moved once this step is done; motes for fees are not theirs. */
export function movesTokens(step: Step): boolean {
  return step.name !== 'fund';
}

export type Wish = {
  readonly action: ChainAction;
  readonly token: ActionToken;
  readonly units: bigint;
  /** The sample to back or unback; null for all other actions. */
  readonly proposalRef: string | null;
};

/** The amounts on the chain that decide about a wish. */
export type Figures = {
  /** The person's balance of the token that the action takes; 0 where it takes none. */
  readonly balanceUnits: bigint;
  readonly stakeUnits: bigint;
  readonly backing: { readonly token: ChainToken; readonly units: bigint } | null;
  /** The amount that the sample still needs. */
  readonly restUnits: bigint;
};

export type WishRefusal =
  | 'chain_balance_too_low'
  | 'chain_stake_too_low'
  | 'chain_not_backed'
  | 'chain_backing_too_low'
  | 'chain_backed_with_other'
  | 'chain_above_rest';

/**
 * The steps of a wish (section 9; decision 25 on rewards), or why it cannot be. The payer pays first, and a record is
 * changed before tokens are given out for it: an operation that stops in between never leaves a person with more than
 * is theirs.
 */
export function decideWish(wish: Wish, figures: Figures): Decision<Plan, WishRefusal> {
  const refusal = wishRefusal(wish, figures);
  return refusal === null ? allow(stepsOf(wish)) : refuse(refusal);
}

function wishRefusal({ action, token, units }: Wish, figures: Figures): WishRefusal | null {
  const { balanceUnits, stakeUnits, backing, restUnits } = figures;
  if (action === 'unstake' && stakeUnits < units) return 'chain_stake_too_low';
  if (action === 'unback') {
    if (backing === null || backing.token !== tokenPair(token).asset) return 'chain_not_backed';
    if (backing.units < units) return 'chain_backing_too_low';
  }
  if (action === 'back') {
    if (backing !== null && backing.token !== tokenPair(token).asset) return 'chain_backed_with_other';
    if (restUnits < units) return 'chain_above_rest';
  }
  return paidToken(action, token) !== null && balanceUnits < units ? 'chain_balance_too_low' : null;
}

function stepsOf({ action, token, units, proposalRef }: Wish): Plan {
  const { test, asset } = tokenPair(token);
  const ref = proposalRef ?? '';
  const amount = units.toString();
  const [pay, give] = ['pay', 'give'] as const;
  switch (action) {
    case 'faucet':
      return [{ name: give, token: test, units: amount }];
    case 'mint':
      return [
        { name: pay, token: test, units: amount },
        { name: give, token: asset, units: amount },
      ];
    case 'redeem':
      return [
        { name: pay, token: asset, units: amount },
        { name: give, token: test, units: amount },
      ];
    case 'stake':
      return [
        { name: pay, token: asset, units: amount },
        { name: 'stake', change: amount },
      ];
    case 'unstake':
      return [
        { name: 'stake', change: `-${amount}` },
        { name: give, token: asset, units: amount },
        ...rewards([['DLN', unstakeRewardUnits(units)]]),
      ];
    case 'back':
      return [
        { name: pay, token: asset, units: amount },
        { name: 'back', ref, token: asset, change: amount },
        { name: 'count_backing', ref, change: amount },
      ];
    case 'unback': {
      const { dlnUnits, dlngUnits } = unbackRewards(units);
      return [
        { name: 'back', ref, token: asset, change: `-${amount}` },
        { name: 'count_backing', ref, change: `-${amount}` },
        { name: give, token: asset, units: amount },
        ...rewards([
          ['DLN', dlnUnits],
          ['DLNG', dlngUnits],
        ]),
      ];
    }
  }
}

/** A reward of nothing is not sent. */
function rewards(all: ReadonlyArray<readonly [ChainToken, bigint]>): Step[] {
  return all
    .filter(([, units]) => units > 0n)
    .map(([token, units]) => ({ name: 'reward', token, units: units.toString() }));
}
