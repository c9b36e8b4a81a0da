/** Limits of the production chain specification of Casper 2.0. */
export const LIMITS = {
  ttlMs: 2 * 3600 * 1000,
  timestampLeewayMs: 5_000,
  sessionArgsBytes: 1024,
  paymentArgsBytes: 1024,
  deployBytes: 1_048_576,
  approvals: 10,
  gasPriceMin: 1,
  /** Motes. */
  paymentMin: 100_000_000n,
  transferMin: 2_500_000_000n,
  blockGas: 3_300_000_000_000n,
  blockDeploys: 50,
} as const;
