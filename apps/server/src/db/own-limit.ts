/** A transaction says so when its statements may take longer than others. */
export const SETS_OWN_LIMIT = /\bset local statement_timeout\b/;
