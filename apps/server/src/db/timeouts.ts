/** The limits of both databases, in milliseconds: what works on the one works on the other. */
export const STATEMENT_TIMEOUT_MS = 10_000;
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
