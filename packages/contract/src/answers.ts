import type { Endpoint } from './endpoint.ts';
import type { RefusalCode } from './refusals.ts';

export function successStatus({ created, accepted }: Pick<Endpoint, 'created' | 'accepted'>): 200 | 201 | 202 {
  return created ? 201 : accepted ? 202 : 200;
}

/** Signing in must be possible with an old token still at hand, and a picture is for all who know its name. */
function ignoresDeadTokens({ access, method, path }: Endpoint): boolean {
  if (access !== 'public') return false;
  return path.startsWith('/api/identity/') || (method === 'GET' && path.startsWith('/files/'));
}

/** The calls that are open to staff who need a second factor and have none: they set one up, or sign out (R34.1). */
export const SETS_UP_FACTOR: readonly Endpoint['name'][] = [
  'findSecondFactor',
  'stepUp',
  'askPasskey',
  'beginFactor',
  'addFactor',
  'signOut',
];

/** Every refusal that a call can answer: those of its kind and those that it names. A 500 is promised by none. */
export function refusalsOf(call: Endpoint): readonly RefusalCode[] {
  const changes = call.method !== 'GET';
  const takesValues = [call.params, call.query, call.body].some((part) => part !== undefined);
  const codes: (RefusalCode | false)[] = [
    call.access !== 'public' && 'sign_in_required',
    !ignoresDeadTokens(call) && 'session_ended',
    !ignoresDeadTokens(call) && !SETS_UP_FACTOR.includes(call.name) && 'second_factor_required',
    // Named as somebody else, or from a page that is not ours.
    (changes || !ignoresDeadTokens(call)) && 'not_permitted',
    (takesValues || changes) && 'invalid_request',
    // An id in an address that cannot be one names nothing.
    call.params !== undefined && 'not_found',
    (changes || call.params !== undefined) && 'malformed_request',
    changes && 'payload_too_large',
    changes && 'unsupported_media_type',
    changes && 'idempotency_key_reused',
    changes && 'request_in_progress',
    changes && 'conflict',
    'too_many_requests',
    // Visitors are counted by network, where many may share one.
    call.access === 'public' && 'challenge_required',
    'overloaded',
    ...call.refuses,
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}
