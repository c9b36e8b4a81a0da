import type { RefusalCode } from '@sathi/contract/refusals.ts';
import type { Decision } from '@sathi/domain/decision.ts';
import type { Cents } from '@sathi/domain/money.ts';

/** What a refusal tells besides its sentence. */
export type RefusalExtras = {
  readonly remainingCents?: Cents;
  readonly maximumCents?: Cents;
  /** When it makes sense to ask again; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Problems of single fields, as codes. */
  readonly fields?: ReadonlyArray<{ readonly path: string; readonly problem: string }>;
};

/** Carries a refusal out of a transaction, rolling it back, to the one error handler. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly extras: RefusalExtras;

  constructor(code: RefusalCode, extras: RefusalExtras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }
}

/** The change a rule allows. @throws RefusalError when it does not. */
export function accept<Change>(decision: Decision<Change, RefusalCode>, extras?: RefusalExtras): Change {
  if (!decision.ok) throw new RefusalError(decision.refusal, extras);
  return decision.change;
}

/** For a rule that only forbids. @throws RefusalError when it does. */
export function refuseIf(refusal: RefusalCode | null, extras?: RefusalExtras): void {
  if (refusal !== null) throw new RefusalError(refusal, extras);
}

/** @throws RefusalError `not_found` */
export function found<Row>(row: Row | undefined | null): Row {
  if (row === undefined || row === null) throw new RefusalError('not_found');
  return row;
}

/** @throws RefusalError `invalid_request` naming one field */
export function invalidField(path: string, problem: string): RefusalError {
  return new RefusalError('invalid_request', { fields: [{ path, problem }] });
}
