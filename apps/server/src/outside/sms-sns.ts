import { PublishCommand, SNSClient, SNSServiceException } from '@aws-sdk/client-sns';
import { z } from 'zod';
import type { SnsSettings } from '../config/transports.ts';
import type { Deliver } from './outside.ts';
import { refusedSms, SMS_TIMEOUT_MS, unansweredSms, unreadableAnswer } from './sms-answers.ts';

const Taken = z.object({ MessageId: z.uuid() });
/** The refusals with status 400 that are not about the number. */
const THROTTLED = /^Throttl|TooManyRequests|RequestLimit|Quota/;

/** Sends an SMS by Amazon SNS. It knows no key against repetition for SMS, as {@link createTwilioSms}. */
export function createSnsSms(settings: SnsSettings, timeoutMs = SMS_TIMEOUT_MS): Deliver {
  const { region, accessKeyId, secretAccessKey, endpoint } = settings;
  const client = new SNSClient({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The outbox tries again, and it alone.
    maxAttempts: 1,
    ...(endpoint !== null && { endpoint }),
  });

  return async ({ to, text }) => {
    const command = new PublishCommand({
      PhoneNumber: to,
      Message: text,
      // Ahead of advertising, at the price of it: codes must come while they are wanted.
      MessageAttributes: { 'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' } },
    });
    const answer = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) }).catch(refuse);
    if (!Taken.safeParse(answer).success) throw unreadableAnswer('sns');
  };
}

function refuse(error: unknown): never {
  const status = statusOf(error);
  if (status === undefined) throw unansweredSms('sns', error);
  if (status >= 200 && status <= 299) throw unreadableAnswer('sns');
  const code = error instanceof SNSServiceException ? error.name : '';
  throw refusedSms('sns', THROTTLED.test(code) ? 429 : status, code);
}

/** The HTTP status of the answer, when there was one. */
function statusOf(error: unknown): number | undefined {
  const seen = error as { $metadata?: { httpStatusCode?: number }; $response?: { statusCode?: number } };
  return seen.$metadata?.httpStatusCode ?? seen.$response?.statusCode;
}
