import { CODE_MINUTES } from '@sathi/domain/accounts.ts';
import type { Tx } from '../db/db.ts';
import type { Language } from '../http/language.ts';
import { withUnsubscribeFooter } from '../notices/unsubscribe-footer.ts';
import type { Outside, OutgoingMessage } from '../outside.ts';
import { publicOrigin } from '../public-origin.ts';
import { seal, unseal } from '../seal.ts';
import { deriveKey } from '../secret.ts';
import { enqueue, type JobHandlers } from './outbox.ts';
import { unsubscribeUrls } from './unsubscribe-link.ts';

/** One kind for each way out, so that an SMS never waits for a mail server. */
const KIND = { email: 'email', sms: 'sms' } as const;
/** What the version before called both; rows of it may still wait. */
const KIND_BEFORE = 'message';
const MESSAGE_JOBS: readonly string[] = [KIND.email, KIND.sms, KIND_BEFORE];
/** Addresses that nobody can have, given to accounts without one. */
const NO_ADDRESS = /\.invalid$/;

/** A message, or null for none: then a job is written all the same, and the work cannot be told apart from outside. */
export type QueuedMessage = {
  readonly dedupeKey: string;
  readonly message: OutgoingMessage | null;
  /** Of a mail that its reader may stop: the token of that, and the language of the line that says how. */
  readonly unsubscribe?: Unsubscribe;
};
type Unsubscribe = { readonly token: string; readonly language: Language };
type Sealed = OutgoingMessage & { readonly unsubscribe?: Unsubscribe };

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
  const jobs = queued.map(({ dedupeKey, message, unsubscribe }) => ({
    kind: KIND[message?.channel ?? 'email'],
    dedupeKey,
    payload: { sealed: seal(key, message && { ...message, unsubscribe }) },
  }));
  await enqueue(tx, jobs, now);
}

type Sender = Pick<Outside, 'secret' | 'sendMessage' | 'now' | 'log' | 'config'>;

export function messageHandlers({ secret, sendMessage, now, log, config }: Sender): JobHandlers {
  const key = messageKey(secret);
  const send: JobHandlers[string] = async ({ id, kind, payload, createdAt }) => {
    const message = unseal(key, (payload as { sealed: string }).sealed) as Sealed | null;
    if (message === null || NO_ADDRESS.test(message.to)) return;
    const ageMinutes = (now().getTime() - createdAt.getTime()) / 60_000;
    // It would come late, alone or after the one that was asked for since, and not be taken.
    if (message.code !== undefined && ageMinutes >= CODE_MINUTES) log.warn({ job: id, kind }, 'a code ran out unsent');
    else await sendMessage(stoppable(message, publicOrigin(config)));
  };
  return Object.fromEntries(MESSAGE_JOBS.map((kind) => [kind, send]));
}

/** The origin is known to the process that sends, and not to the transaction that wrote the message. */
function stoppable({ unsubscribe, ...message }: Sealed, origin: string): OutgoingMessage {
  if (unsubscribe === undefined) return message;
  const { oneClick, page } = unsubscribeUrls(origin, unsubscribe.token);
  return { ...withUnsubscribeFooter(message, unsubscribe.language, page), unsubscribeUrl: oneClick };
}

function messageKey(secret: Buffer): Buffer {
  return deriveKey(secret, 'messages');
}
