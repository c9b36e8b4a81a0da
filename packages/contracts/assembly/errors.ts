import * as host from './host';

// The number in the `User error: <number>` of a failed deploy. src/contract-errors.ts gives the same numbers to
// TypeScript.
export const INVALID_ARGUMENT: u32 = 1;
export const NOT_OWNER: u32 = 2;
export const BROKEN_STORAGE: u32 = 3;
export const OUT_OF_MEMORY: u32 = 4;
export const INVALID_PROPOSAL_ID: u32 = 5;
export const UNKNOWN_PROPOSAL: u32 = 6;
export const NOT_BACKED: u32 = 7;
export const INVALID_RECORD: u32 = 8;
// These three are CEP-18's own.
export const INSUFFICIENT_BALANCE: u32 = 60001;
export const INSUFFICIENT_ALLOWANCE: u32 = 60002;
export const OVERFLOW: u32 = 60003;

/** The node keeps the numbers below for itself. */
const FIRST_USER_ERROR: u32 = 65536;

export function fail(error: u32): void {
  host.revert(FIRST_USER_ERROR + error);
  unreachable();
}

/** Fails with `error` when a host function did not succeed. */
export function expectSuccess(result: i32, error: u32): void {
  if (result != 0) fail(error);
}
