import { randomUUID } from 'node:crypto';
import { CODE_MINUTES, CODE_RESEND_SECONDS, maskEmail, maskPhone } from '@sathi/domain/accounts.ts';
import type { Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { codeSms, mail } from '../../delivery/mail.ts';
import type { DeliveryPurpose } from '../../http/limits/limits.ts';
import type { Outside } from '../../outside/outside.ts';
import { isServed } from '../../outside/sms-numbers.ts';
import { createIdentityLimits, type IdentityLimits } from './identity-limits.repository.ts';
import {
  type Address,
  type CodePurpose,
  createOneTimeCodes,
  type OneTimeCodes,
  type Requester,
} from './code-requests.repository.ts';

export type CodeDelivery = {
  readonly medium: 'SMS' | 'EMAIL';
  readonly destination: string;
  readonly resendAfterSeconds: number;
};

type CodeRequest = {
  /** The address that the code is bound to. */
  readonly address: Address;
  readonly purpose: CodePurpose;
  /**
   * The address that the code goes to; null when there is no such account: all the same work is done, but nothing is
   * sent.
   */
  readonly to: Address | null;
  /** The way that the code goes, when not by the address itself: the same whether or not there is such an account. */
  readonly medium?: Address['kind'];
  readonly language: Language;
  readonly requester: Requester;
  /** The account that a sign-up has just made, or that wants the address: the code confirms no other. */
  readonly subject?: string;
};

/** The parts that sending a code takes. */
export type CodeSender = Pick<Outside, 'realNow' | 'secret' | 'config'> & {
  readonly codes: OneTimeCodes;
  readonly limits: IdentityLimits;
};

export function createCodeSender(outside: Outside): CodeSender {
  const { realNow, secret, config } = outside;
  return { realNow, secret, config, codes: createOneTimeCodes(secret), limits: createIdentityLimits(outside) };
}

/** The budget that pays for a code. */
const BUDGET = {
  confirm_phone: 'sign_up',
  reset_password: 'reset',
  step_up: 'reset',
  change_email: 'reset',
  change_phone: 'reset',
} as const satisfies Record<CodePurpose, DeliveryPurpose>;

/**
 * The way of a sign-up's code: to the phone, or to the e-mail address when that is asked for or no SMS goes to the phone's
 * country (R17.7). The same without a provider of SMS, so that a trial shows what production does. `to` is null where there
 * is no e-mail address.
 */
export function wayOfSignUp(
  { smsCountries }: CodeSender['config'],
  phone: string,
  email: string | null,
  asked: CodeDelivery['medium'] = 'SMS',
): { readonly medium: Address['kind']; readonly to: Address | null } {
  if (asked === 'SMS' && isServed(phone, smsCountries)) return { medium: 'phone', to: { kind: 'phone', value: phone } };
  return { medium: 'email', to: email === null ? null : { kind: 'email', value: email } };
}

/**
 * Makes a code and has it sent after the commit.
 *
 * @returns how many were sent lately, this one included
 * @throws RefusalError `resend_too_soon`, `too_many_requests`
 */
export async function sendCode(context: CodeSender, tx: Tx, request: CodeRequest): Promise<number> {
  const { address, purpose, to, language, requester, subject = null } = request;
  const now = context.realNow();
  const email = address.kind === 'phone' && to?.kind === 'email' ? to.value : null;
  const { code, sends } = await context.codes.issue(tx, { address, purpose, subject, email }, requester, now);
  await context.limits.beforeSending(tx, request, requester);
  const dedupeKey = `code:${randomUUID()}`;
  const facts = { code, minutes: CODE_MINUTES };
  const host = new URL(context.config.publicUrl ?? 'http://localhost').hostname;
  const delivery = to && {
    ...(to.kind === 'phone' ? codeSms(language, facts, host) : mail(language, 'code', facts)),
    channel: to.kind === 'phone' ? ('sms' as const) : ('email' as const),
    to: to.value,
    code,
  };
  await enqueueDeliveries(tx, context.secret, [{ dedupeKey, delivery, purpose: BUDGET[purpose] }], now);
  return sends;
}

/** The delivery as the caller is told of it, made only from their own input, so that it reveals no account. */
export function deliveryTo(address: Address): CodeDelivery {
  return address.kind === 'phone'
    ? { medium: 'SMS', destination: maskPhone(address.value), resendAfterSeconds: CODE_RESEND_SECONDS }
    : { medium: 'EMAIL', destination: maskEmail(address.value), resendAfterSeconds: CODE_RESEND_SECONDS };
}
