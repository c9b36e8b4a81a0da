import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@sathi/contract/endpoint.ts';
import type { SignedIn, Viewer } from '@sathi/domain/proposals.ts';
import { RefusalError } from '../refusal-error.ts';
import type { Attempt } from './idempotency.ts';

/** Whom a token belongs to. `viewer` is null until the account has its profile. */
export type Caller = {
  readonly subject: string;
  readonly sessionId: number;
  readonly viewer: SignedIn | null;
  readonly publicAddress: string | null;
  readonly fullName: string | null;
};

/** What a handler gets: decoded values, and who is asking. */
export type Call<E extends Endpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller | null;
  /** Null for a visitor and for an account without a profile. */
  readonly viewer: Viewer;
  /** Whoever makes money move or rows change passes this to `runOnce`. */
  readonly attempt: Attempt;
  readonly ip: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly language: 'en' | 'be' | 'ar';
};

/** @throws RefusalError `sign_in_required`, `not_permitted` for an account that has no profile yet */
export function signedIn(call: { readonly caller: Caller | null }): SignedIn {
  if (call.caller === null) throw new RefusalError('sign_in_required');
  if (call.caller.viewer === null) throw new RefusalError('not_permitted');
  return call.caller.viewer;
}
