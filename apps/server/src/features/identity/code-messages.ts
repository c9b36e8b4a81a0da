import { randomUUID } from 'node:crypto';
import { CODE_RESEND_SECONDS, maskEmail, maskPhone } from '@sathi/domain/accounts.ts';
import type { Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { enqueueMessages } from '../../jobs/messages.ts';
import { codeEmail, codeSms } from '../../notices/account-notices.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Address, CodePurpose } from './one-time-codes.repository.ts';

export type CodeDelivery = {
  readonly medium: 'SMS' | 'EMAIL';
  readonly destination: string;
  readonly resendAfterSeconds: number;
};

type CodeRequest = {
  /** What the code is bound to. */
  readonly address: Address;
  readonly purpose: CodePurpose;
  /** Where it goes; null when there is no such account: all the same work is done, but nothing is sent. */
  readonly to: Address | null;
  readonly language: Language;
  readonly ip: string;
};

/**
 * Makes a code and has it sent after the commit.
 *
 * @returns how many were sent lately, this one included
 * @throws RefusalError `resend_too_soon`, `code_locked`, `too_many_requests`
 */
export async function sendCode(context: IdentityContext, tx: Tx, request: CodeRequest): Promise<number> {
  const { address, purpose, to, language, ip } = request;
  const now = context.now();
  const { code, sends } = await context.codes.issue(tx, address, purpose, now);
  await context.limits.beforeMessage(tx, address.value, ip);
  const dedupeKey = `code:${randomUUID()}`;
  const message = to && {
    ...(to.kind === 'phone' ? codeSms(language, code) : codeEmail(language, code)),
    channel: to.kind === 'phone' ? ('sms' as const) : ('email' as const),
    to: to.value,
    code,
    dedupeKey,
  };
  await enqueueMessages(tx, context.secret, [{ dedupeKey, message }], now);
  return sends;
}

/** Only ever made from what the caller typed, so that it tells nothing. */
export function deliveryTo(address: Address): CodeDelivery {
  return address.kind === 'phone'
    ? { medium: 'SMS', destination: maskPhone(address.value), resendAfterSeconds: CODE_RESEND_SECONDS }
    : { medium: 'EMAIL', destination: maskEmail(address.value), resendAfterSeconds: CODE_RESEND_SECONDS };
}
