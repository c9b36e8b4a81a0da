/** The database could not take the work now: it is worth trying again in a moment. Becomes 503 over HTTP. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** SQLSTATE codes that the code tests for, by name. https://www.postgresql.org/docs/15/errcodes-appendix.html */
export const SQLSTATE = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  notNullViolation: '23502',
  checkViolation: '23514',
  raisedException: 'P0001',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  idleInTransactionTimeout: '25P03',
  inFailedTransaction: '25P02',
  readOnlyTransaction: '25006',
  featureNotSupported: '0A000',
} as const;

type SqlState = (typeof SQLSTATE)[keyof typeof SQLSTATE];

function has(error: unknown, code: SqlState, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== code) return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}

/** A row with this key exists already; of the named constraint or index only, when one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return has(error, SQLSTATE.uniqueViolation, constraint);
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return has(error, SQLSTATE.foreignKeyViolation, constraint);
}

export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return has(error, SQLSTATE.checkViolation, constraint);
}

/** A statement was not done, because one before it in its transaction had failed. */
export function isInFailedTransaction(error: unknown): boolean {
  return has(error, SQLSTATE.inFailedTransaction);
}

/** Says that tables of a prepared statement have other columns since: "cached plan must not change result type". */
export function isOutdatedStatement(error: unknown): boolean {
  return has(error, SQLSTATE.featureNotSupported);
}

/** The server of this connection takes no changes, as one that has handed its work over to another. */
export function isReadOnly(error: unknown): boolean {
  return has(error, SQLSTATE.readOnlyTransaction);
}

/** The whole transaction may succeed when it is run again from its start. */
export function isTransient(error: unknown): boolean {
  return (
    has(error, SQLSTATE.serializationFailure) ||
    has(error, SQLSTATE.deadlockDetected) ||
    has(error, SQLSTATE.lockNotAvailable)
  );
}

/**
 * How the driver and the system name a server that is gone, going, starting, full (53…), read-only since a failover (25006) or
 * on a broken disk (58…), and a statement that was cut off or whose lock did not come free (55P03).
 */
const UNAVAILABLE =
  /^(08...|57P0[1-5]|53...|58...|25006|57014|25P03|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

/**
 * The database cannot be reached, or gave up on the work. The outcome of a commit is unknown: asking again with the key
 * tells.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return UNAVAILABLE.test(error.code);
  // The driver gives no code to a connection that ended under a statement.
  return /^(Connection terminated|Client has encountered a connection error)/.test(error.message);
}

/** The database could not take the work, and would not take another part of it now either. Becomes 503 over HTTP. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof DatabaseBusyError || isUnavailable(error);
}

/** The answer to the commit of a transaction whose error was swallowed: none of its writes are kept. */
export function failedTransactionError(): Error {
  const message = 'the transaction had failed before its commit and was rolled back';
  return Object.assign(new Error(message), { code: SQLSTATE.inFailedTransaction });
}

/** Rows have changed between reading and locking: the work starts again, as after a lost serialization. */
export function changedMeanwhileError(): Error {
  return Object.assign(new Error('changed between reading and locking'), { code: SQLSTATE.serializationFailure });
}
