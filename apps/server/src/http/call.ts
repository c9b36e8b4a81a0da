import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@sathi/contract/endpoint.ts';
import type { SignedIn, Viewer } from '@sathi/domain/proposals.ts';
import type { Tx } from '../db/db.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import type { Attempt } from './idempotency.ts';

/** The person a token belongs to. `viewer` is null until the account has its profile. */
export type Caller = {
  readonly subject: string;
  readonly phone: string;
  readonly sessionId: number;
  readonly viewer: SignedIn | null;
  readonly publicAddress: string | null;
  readonly fullName: string | null;
  /** Staff who need a second factor and have none may only set one up (R34.1). */
  readonly lacksSecondFactor: boolean;
};

type FieldsOf<Part> = Part extends object ? Part : unknown;

/** A call before its values are judged. */
export type Asking<E extends Endpoint> = {
  readonly caller: E['access'] extends 'public' ? Caller | null : Caller;
  /** Null for a visitor and for an account without a profile. */
  readonly viewer: E['access'] extends 'signed_in' ? SignedIn : Viewer;
  /** The fields that are right in themselves, of any part; all of them when `problem` is null. */
  readonly asked: Partial<FieldsOf<ParamsOf<E>> & FieldsOf<QueryOf<E>> & FieldsOf<BodyOf<E>>>;
  /** The problem with the values. It is told last. */
  readonly problem: RefusalError | null;
  /** The query and the body as they were sent. */
  readonly sent: readonly unknown[];
  readonly attempt: Attempt;
  readonly ip: string;
  /** How much work was done for this request, as a factor of the easiest; 0 for none. */
  readonly work: number;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The name that the calling program gives itself (`User-Agent`); empty without one. */
  readonly agent: string;
  readonly language: 'en' | 'be' | 'ar';
};

/** A handler's input: the person who asks, and decoded values. */
export type Call<E extends Endpoint> = Asking<E> & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
};

/**
 * The actor, the time and the transaction of a change: the common input of all use cases, beside the object and the
 * values.
 */
export type Change = {
  readonly tx: Tx;
  readonly viewer: SignedIn;
  readonly now: Date;
  /** Names the journals of a change that moves money. */
  readonly attempt: Pick<Attempt, 'key' | 'requestHash'>;
};

/** @throws RefusalError the problem with the values */
export function wellFormed<E extends Endpoint>(asking: Asking<E>): Call<E> {
  if (asking.problem !== null) throw asking.problem;
  return asking as Call<E>;
}

/** @throws RefusalError `sign_in_required`, `not_permitted` for an account that has no profile yet */
export function signedIn(call: { readonly caller: Caller | null }): SignedIn {
  if (call.caller === null) throw new RefusalError('sign_in_required');
  if (call.caller.viewer === null) throw new RefusalError('not_permitted');
  return call.caller.viewer;
}
