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

/** Nothing can be delivered on this way: everything of the kind waits for its return, however long that takes. */
export class OutOfServiceError extends Error {
  override readonly name = 'OutOfServiceError';
}
