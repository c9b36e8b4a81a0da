import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { listPayInOrders } from '@sathi/contract/pay-ins.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId } from '@sathi/domain/ids.ts';
import { addCents, type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { mayTell, paysFirst } from '@sathi/domain/pay-ins.ts';
import type { Language } from '../../http/language.ts';
import { type AskedSum, channelAnswer } from '../money-accounts/channel-answers.ts';
import type { Channel } from '../money-accounts/channels.repository.ts';
import type { AskedOrder, AwaitedItem } from './awaited.repository.ts';

type Answer = DataOf<typeof listPayInOrders>[number];
/** An order with what is unpaid, and the ways to pay it. */
export type WholeOrder = {
  readonly order: AskedOrder;
  readonly items: readonly AwaitedItem[];
  readonly channels: readonly Channel[];
  /** An account takes pay-ins, whether or not there is a rate for it. */
  readonly hasAccount: boolean;
};

export function orderAnswer(whole: WholeOrder, language: Language, now: Date): Answer {
  const { order, items, channels, hasAccount } = whole;
  const today = calendarDateIn(order.timeZone, now);
  const amountDue = dueOf(items);
  return {
    mfiId: order.mfiId,
    mfiName: order.mfiName,
    reference: order.reference,
    amountDue,
    payBy: items[0]?.payBy ?? null,
    payFirst: paysFirst(order.lapsedOn, today),
    told: toldOf(order, items, order.timeZone),
    mayTell: amountDue > 0 && mayTell(order.toldOn, today),
    credit: order.creditCents,
    items: items.map(itemAnswer),
    channels:
      amountDue > 0
        ? channels.map((channel) =>
            channelAnswer(channel, askedOf(whole), codeAddress(order.mfiId, channel.account.id), language),
          )
        : [],
    lacksRate: amountDue > 0 && hasAccount && channels.length === 0,
  };
}

export function dueOf(items: ReadonlyArray<Pick<AwaitedItem, 'unpaidCents'>>): Cents {
  return items.reduce((sum, { unpaidCents }) => addCents(sum, unpaidCents), ZERO_CENTS);
}

export function itemAnswer({ amountCents, unpaidCents, ...item }: AwaitedItem) {
  return { ...item, amount: amountCents, unpaid: unpaidCents };
}

/** Their word that they have paid, while it is about something that is still unpaid. */
export function toldOf(
  told: Pick<AskedOrder, 'toldOn' | 'toldPaidOn' | 'toldChannel' | 'toldReference' | 'toldSlip'>,
  items: ReadonlyArray<Pick<AwaitedItem, 'investedAt'>>,
  timeZone: string,
) {
  const { toldOn, toldPaidOn: paidOn, toldChannel: channel, toldReference: reference, toldSlip: slip } = told;
  if (toldOn === null || paidOn === null || channel === null) return null;
  const isOfNow = items.some(({ investedAt }) => calendarDateIn(timeZone, investedAt) <= toldOn);
  return isOfNow ? { paidOn, channel, reference, slip } : null;
}

/** The debt of an order, as its ways to pay ask for it. */
export function askedOf({ order, items }: WholeOrder): AskedSum {
  return { reference: order.reference, units: order, amountCents: dueOf(items), payBy: items[0]?.payBy ?? null };
}

function codeAddress(mfiId: MfiId, accountId: MoneyAccountId): string {
  return `/api/money/orders/qr?mfiId=${mfiId}&accountId=${accountId}`;
}
