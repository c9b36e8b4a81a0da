import { createHash } from 'node:crypto';
import { PUSH_ADDRESS } from '@sathi/domain/push.ts';
import type { PushSettings } from '../config/push.ts';
import { TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';
import type { PushPort } from './outside.ts';
import { encryptPush, readVapidKey, vapidHeader } from './push-crypto.ts';

/** The time limit of a send, below the minute that a job is leased for. */
const TIMEOUT_MS = 20_000;
/** How long the header is good; the standard allows a day. */
const HEADER_MS = 3_600_000;
/** Every message is as long as this. */
const WORDS_BYTES = 1024;
const GONE = [404, 410];

/**
 * Reaches browsers through the services of their makers. Null without keys.
 *
 * One service that is away says nothing of the others, so its messages are tried again each by itself.
 */
export function createPush(
  settings: PushSettings | null,
  realNow: () => Date,
  send: typeof fetch = fetch,
): PushPort | null {
  if (settings === null) return null;
  const keys = settings.keys.map(readVapidKey);
  return {
    publicKey: keys[0]!.publicKey,
    send: async ({ address, publicKey, words, dedupeKey, seconds }) => {
      const key = keys.find((one) => one.publicKey === publicKey);
      if (key === undefined) return 'gone';
      // The address was checked when it was given; the list of services may have become shorter since.
      if (!PUSH_ADDRESS.test(address.endpoint)) return 'gone';
      const body = sealedFor(address, words);
      if (body === null) return 'gone';
      const { origin } = new URL(address.endpoint);
      const until = new Date(realNow().getTime() + HEADER_MS);
      const status = await send(address.endpoint, {
        method: 'POST',
        headers: {
          authorization: vapidHeader(key, origin, settings.contact, until),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(seconds),
          urgency: 'normal',
          // A message that is sent twice replaces itself by this topic while the browser is away.
          topic: createHash('sha256').update(dedupeKey).digest('base64url').slice(0, 32),
        },
        body,
        // A service that sends elsewhere could send inside.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.status;
        },
        (error: unknown) => {
          throw new TryLaterError(`push ${error instanceof Error ? error.name : 'no answer'}`);
        },
      );
      return outcomeOf(status);
    },
  };
}

/** Null for a browser whose key is none: it can never be reached. */
function sealedFor(address: Parameters<PushPort['send']>[0]['address'], words: string): Buffer<ArrayBuffer> | null {
  try {
    return Buffer.from(encryptPush(Buffer.from(words, 'utf8'), address, { length: WORDS_BYTES }));
  } catch {
    return null;
  }
}

/** @throws TryLaterError UndeliverableError with the status alone: the words of a service may repeat the address */
function outcomeOf(status: number): 'taken' | 'gone' {
  if (status >= 200 && status <= 299) return 'taken';
  if (GONE.includes(status)) return 'gone';
  if (status === 429 || status >= 500) throw new TryLaterError(`push ${status}`);
  throw new UndeliverableError(`push ${status}`);
}
