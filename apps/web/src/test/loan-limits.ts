/** An institution that sets none, as all of them at first. */
export const NO_LIMITS = {
  minimum: null,
  maximum: null,
  firstLoan: null,
  growthPercent: null,
  own: { maximum: null, reason: null },
  local: null,
} as const;

/** An institution that lends taka: from $10, and $200 for a first loan. */
export const TAKA_LIMITS = {
  minimum: 10,
  maximum: null,
  firstLoan: 200,
  growthPercent: null,
  own: { maximum: 200, reason: 'first_loan' },
  local: { minimum: { amount: '1223.50', currency: 'BDT' }, maximum: { amount: '24470.00', currency: 'BDT' } },
} as const;
