import type { Challenge } from '@sathi/contract/challenge.ts';
import type { RefusalCode } from '@sathi/contract/refusals.ts';
import type { Decision } from '@sathi/domain/decision.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';

/** The facts a refusal tells besides its sentence. */
export type RefusalExtras = {
  readonly remainingCents?: Cents;
  readonly maximumCents?: Cents;
  readonly minimumCents?: Cents;
  /** The bounds in the place of the dollars, where people count in local money. */
  readonly maximumLocal?: LocalSum;
  readonly minimumLocal?: LocalSum;
  readonly unpaidCents?: Cents;
  readonly unpaidBackers?: number;
  /** More values of the sentence. */
  readonly words?: Readonly<Record<string, string>>;
  /** The field beside which the sentence belongs. */
  readonly path?: string;
  /** Seconds until it makes sense to ask again; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The ways in which the caller may prove that it is them (R34.2). */
  readonly methods?: ReadonlyArray<'passkey' | 'totp' | 'password'>;
  /** The proof of work that lets the call through. */
  readonly challenge?: Challenge;
  /** More facts of the problem, as they stand in it. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Problems of single fields, as codes. */
  readonly fields?: ReadonlyArray<{ readonly path: string; readonly problem: string }>;
};

/** Carries a refusal out of a transaction, rolling it back, to the one error handler. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly extras: RefusalExtras;

  constructor(code: RefusalCode, extras: RefusalExtras = {}) {
    // The code says all, and writing down a stack is dear: a fifth of the cost of refusing a request under overload.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.extras = extras;
  }
}

/** The change a rule allows. @throws RefusalError when it does not. */
export function accept<Change>(decision: Decision<Change, RefusalCode>, extras?: RefusalExtras): Change {
  if (!decision.ok) throw new RefusalError(decision.refusal, extras);
  return decision.change;
}

/** Throws the refusal of a rule that only forbids. @throws RefusalError when it forbids. */
export function refuseIf(refusal: RefusalCode | null, extras?: RefusalExtras): void {
  if (refusal !== null) throw new RefusalError(refusal, extras);
}

/** @throws RefusalError `not_found` */
export function found<Row>(row: Row | undefined | null): Row {
  if (row === undefined || row === null) throw new RefusalError('not_found');
  return row;
}

/** A value that a rule needs before the others are judged. @throws RefusalError `invalid_request` naming the field */
export function given<Value>(path: string, value: Value | undefined): Value {
  if (value === undefined) throw invalidField(path, 'required');
  return value;
}

export function invalidField(path: string, problem: string): RefusalError {
  return new RefusalError('invalid_request', { fields: [{ path, problem }] });
}
