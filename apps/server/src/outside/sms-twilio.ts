import { z } from 'zod';
import type { TwilioSettings } from '../config/transports.ts';
import type { Deliver } from './outside.ts';
import { refusedSms, SMS_TIMEOUT_MS, unansweredSms, unreadableAnswer } from './sms-answers.ts';

const ENDPOINT = 'https://api.twilio.com';
/** A provider that answers more is not the provider. */
const ANSWER_BYTES_MAX = 64 * 1024;

const Taken = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/), status: z.string() });
const Refused = z.object({ code: z.number().int() });

/**
 * Sends an SMS by Twilio's REST interface. It knows no key against repetition: of two tries of which the first was taken
 * without an answer, both may arrive.
 */
export function createTwilioSms(settings: TwilioSettings, timeoutMs = SMS_TIMEOUT_MS): Deliver {
  const { accountSid, authToken, from, endpoint } = settings;
  const url = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, endpoint ?? ENDPOINT);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') && from.length === 34 ? { MessagingServiceSid: from } : { From: from };

  return async ({ to, text }) => {
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams({ To: to, ...sender, Body: text }),
      // The credentials go to this address and to no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (answer) => ({ status: answer.status, body: await readJson(answer) }))
      .catch((error: unknown) => {
        throw unansweredSms('twilio', error);
      });
    if (status < 200 || status > 299) throw refusedSms('twilio', status, Refused.safeParse(body).data?.code);
    if (!Taken.safeParse(body).success) throw unreadableAnswer('twilio');
  };
}

/** Undefined for an answer that is no JSON or too long. */
async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
