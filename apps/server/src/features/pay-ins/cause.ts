import { randomUUID } from 'node:crypto';
import type { Change } from '../../http/call.ts';
import type { Cause } from './take-over.repository.ts';

/** The request of a person as the cause of journals. */
export function causeOf({ id: actorId }: Change['viewer'], { key, requestHash }: Change['attempt'], at: Date): Cause {
  return { actorId, idempotencyKey: key ?? randomUUID(), requestHash, at };
}
