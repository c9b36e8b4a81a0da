/**
 * How a delivery that did not succeed goes on. Their messages are kept and logged, so they hold no address, no text and no
 * secret. Any other error is a fault, tried again twelve times.
 */

/** No further try can succeed: it is given up at once. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

/** This one was not taken now: tried again for three days. */
export class TryLaterError extends Error {
  override readonly name = 'TryLaterError';
}

/** The `last_error` of what waits for its hour. */
export const NOT_YET = 'its hour has not come';

/** The `last_error` of what waits for the next hour or day of its budget. */
export const BUDGET_USED_UP = 'the budget is used up';

/** It waits for its hour, however old it is, and the other side is not asked. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(NOT_YET);
    this.afterMs = afterMs;
  }
}

/** The whole transport is down: all its messages wait for its return, however long that takes. */
export class OutOfServiceError extends Error {
  override readonly name = 'OutOfServiceError';
}

/** An SMS that the provider has certainly not taken. `error` decides about its further tries. */
export class SmsNotTakenError extends Error {
  override readonly name = 'SmsNotTakenError';
  readonly error: Error;
  constructor(error: Error) {
    super(error.message);
    this.error = error;
  }
}
