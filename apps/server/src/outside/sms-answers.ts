import { OutOfServiceError, SmsNotTakenError, UndeliverableError } from '../errors/delivery-errors.ts';

/** The time limit of a send, below the minute that a job is leased for. */
export const SMS_TIMEOUT_MS = 20_000;

/**
 * The meaning of a provider's refusal: a wrong request is about this number or this text, any other (sign in, too
 * often, broken) is about all. Their words may repeat the number, so only their codes are kept.
 */
export function refusedSms(provider: string, status: number, code: string | number = ''): SmsNotTakenError {
  const words = `sms ${provider} ${status} ${code}`.trim();
  return new SmsNotTakenError(status === 400 ? new UndeliverableError(words) : new OutOfServiceError(words));
}

/** No answer came. Whether it was taken is unknown, so the budget counts it, and it is tried again. */
export function unansweredSms(provider: string, error: unknown): OutOfServiceError {
  const name = error instanceof Error ? error.name : 'no answer';
  return new OutOfServiceError(`sms ${provider} ${name}`);
}

/** The SMS was taken, so a second try would be a second SMS, and its fate is unknown: a person must look. */
export function unreadableAnswer(provider: string): UndeliverableError {
  return new UndeliverableError(`sms ${provider} took it with an answer that cannot be read`);
}
