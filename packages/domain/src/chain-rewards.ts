/**
 * Amounts of test tokens are whole base units in a bigint, a million to a token. Rewards are rounded down. The numbers
 * are those of the specification's section 9; which reward is paid when is decision 25.
 */
export const TOKEN_DECIMALS = 6;
export const UNITS_PER_TOKEN = 1_000_000n;

/** The most that one request to the faucet gives: 1000 tokens. */
export const FAUCET_MAX_UNITS = 1_000n * UNITS_PER_TOKEN;

/** The reward for unstaking, in DLN: 10 % of the unstaked value. */
export function unstakeRewardUnits(unstakedUnits: bigint): bigint {
  return (positive(unstakedUnits) * 10n) / 100n;
}

export type UnbackRewards = { readonly dlnUnits: bigint; readonly dlngUnits: bigint };

/** The reward for unbacking: 1.5 % of the value in DLN and 0.005 % of it in DLNG. */
export function unbackRewards(unbackedUnits: bigint): UnbackRewards {
  const units = positive(unbackedUnits);
  return { dlnUnits: (units * 15n) / 1_000n, dlngUnits: (units * 5n) / 100_000n };
}

/**
 * The reward in DLN that the proposal contract pays when it removes a backer: 3 % of the amount still backed, divided
 * by the months in which the loan is repaid. The contract reckons it itself; this copy is for showing and checking.
 */
export function removedBackerRewardUnits(backedUnits: bigint, monthsToRepay: number): bigint {
  if (!Number.isSafeInteger(monthsToRepay) || monthsToRepay < 1) throw new RangeError(`not months: ${monthsToRepay}`);
  return (positive(backedUnits) * 3n) / (100n * BigInt(monthsToRepay));
}

function positive(units: bigint): bigint {
  if (units < 0n) throw new RangeError(`less than nothing: ${units}`);
  return units;
}
