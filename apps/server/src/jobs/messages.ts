import type { Tx } from '../db/db.ts';
import type { Outside, OutgoingMessage } from '../outside.ts';
import { seal, unseal } from '../seal.ts';
import { deriveKey } from '../secret.ts';
import { enqueue, type JobHandler } from './outbox.ts';

export const MESSAGE_JOB = 'message';
/** Addresses that nobody can have, given to accounts without one. */
const NO_ADDRESS = /\.invalid$/;

/** A message, or null for none: then a job is written all the same, and the work cannot be told apart from outside. */
export type QueuedMessage = { readonly dedupeKey: string; readonly message: OutgoingMessage | null };

/**
 * Sends messages once the transaction has committed. What they say and to whom is encrypted while it waits: it holds
 * phones, addresses and codes.
 */
export async function enqueueMessages(
  tx: Tx,
  secret: Buffer,
  queued: readonly QueuedMessage[],
  now: Date,
): Promise<void> {
  const key = messageKey(secret);
  const jobs = queued.map(({ dedupeKey, message }) => ({
    kind: MESSAGE_JOB,
    dedupeKey,
    payload: { sealed: seal(key, message) },
  }));
  await enqueue(tx, jobs, now);
}

export function sendQueuedMessage({ secret, sendMessage }: Pick<Outside, 'secret' | 'sendMessage'>): JobHandler {
  const key = messageKey(secret);
  return async ({ payload }) => {
    const message = unseal(key, (payload as { sealed: string }).sealed) as OutgoingMessage | null;
    if (message !== null && !NO_ADDRESS.test(message.to)) await sendMessage(message);
  };
}

function messageKey(secret: Buffer): Buffer {
  return deriveKey(secret, 'messages');
}
