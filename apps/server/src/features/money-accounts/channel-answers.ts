import type { PayChannelAnswer } from '@sathi/contract/pay-ins.ts';
import { askedLocal, type LocalUnit, unitOf } from '@sathi/domain/asked-local.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { type Currency, type LocalSum, type Minor } from '@sathi/domain/local-money.ts';
import { instructionLines } from '@sathi/domain/money-accounts.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { payInCode } from '@sathi/domain/pay-in-code.ts';
import { formatReference, type Reference } from '@sathi/domain/references.ts';
import encodeQR from 'qr';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../http/language.ts';
import { formatDay, formatLocal, formatUsd } from '../../http/sentences.ts';
import type { Channel } from './channels.repository.ts';

/** A sum that somebody is to pay under a reference, by a day. */
export type AskedSum = {
  readonly reference: Reference;
  readonly amountCents: Cents;
  /** People are asked for whole multiples of the unit of a currency. */
  readonly units: LocalUnit;
  readonly payBy: CalendarDate | null;
  /** The sum in the loan's own money, which no rate moves (R23.4). */
  readonly local?: { readonly amount: Minor; readonly currency: Currency } | null;
};

type Sum = Pick<AskedSum, 'amountCents' | 'units' | 'local'>;

/** The sum as one account asks for it. */
function amountAsked({ account, rate }: Channel, { amountCents, units, local = null }: Sum): Minor {
  if (local !== null && account.currency === local.currency) return local.amount;
  return rate === null
    ? (Number(amountCents) as Minor)
    : askedLocal(amountCents, rate, unitOf(account.currency, units));
}

/** One way to pay, in the language of the payer; `qr` is the address of its code. */
export function channelAnswer(channel: Channel, asked: AskedSum, qr: string, language: Language): PayChannelAnswer {
  const { account } = channel;
  const { id, kind, currency, holder, number, bankName, bic } = account;
  const amount = amountAsked(channel, asked);
  const lines = instructionLines(account.instructions, language, {
    reference: formatReference(asked.reference),
    amount: formatLocal(language, { amount, currency }),
    payBy: asked.payBy === null ? '' : formatDay(language, asked.payBy),
  });
  return { accountId: id, kind, currency, holder, number, bankName, bic, amount, lines, qr };
}

/** The square that a payer's phone reads (R19.7). */
export function channelCode(channel: Channel, asked: AskedSum, reply: FastifyReply): string {
  const code = payInCode(channel.account, { reference: asked.reference, amount: amountAsked(channel, asked) });
  reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
  return encodeQR(code, 'svg', { ecc: 'medium', border: 4 });
}

/** A longer number leaves an SMS no room for the rest. */
const NUMBER_LENGTH_MAX = 20;

/** The sum in the money of the first way to pay; without one that of the loan, null for dollars. */
export function sumAsked(channel: Channel | undefined, sum: Sum): LocalSum | null {
  if (channel === undefined) return sum.local ?? null;
  return { amount: amountAsked(channel, sum), currency: channel.account.currency };
}

/** The sum as the first way to pay asks it, and the way: its number, or the page that says how. */
export function wayToPay(channel: Channel | undefined, sum: Sum, language: Language, url: string) {
  const asked = sumAsked(channel, sum);
  const isShort = channel !== undefined && channel.account.number.length <= NUMBER_LENGTH_MAX;
  return {
    howMuch: asked === null ? formatUsd(language, sum.amountCents) : formatLocal(language, asked),
    way: isShort ? 'number' : 'page',
    where: isShort ? channel.account.number : url,
  };
}
