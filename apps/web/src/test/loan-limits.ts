/** An institution that sets none, as all of them at first. */
export const NO_LIMITS = {
  minimum: null,
  maximum: null,
  firstLoan: null,
  growthPercent: null,
  own: { maximum: null, reason: null },
} as const;
