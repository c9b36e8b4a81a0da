import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { formatReference } from '@sathi/domain/references.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { formatDay } from '../../http/sentences.ts';
import type { Language } from '../../http/language.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { wayToPay } from '../money-accounts/channel-answers.ts';
import { type Channel, listChannels } from '../money-accounts/channels.repository.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { tell, tellWithin } from '../notifications/tell.ts';
import { findToldProposal } from '../notifications/told.repository.ts';
import { type AskedOrder, type AwaitedItem, listAwaitedItems, listOrders } from './awaited.repository.ts';
import { dueOf } from './order-answers.ts';
import {
  type Asked,
  claimAsking,
  claimReminder,
  type Due,
  listDue,
  listNearLapses,
  listToAsk,
} from './reminders.repository.ts';
import type { Tx } from '../../db/db.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Backings made within this time, in milliseconds, are asked for together. */
const ASKED_TOGETHER_MS = 2 * MINUTE_MS;

/**
 * Tells people how to pay, at once, two days before the day and on it (R20.2), and staff what is about to lapse
 * (R20.3). A failure of one part keeps none of the others from theirs.
 */
export async function remindOfPayIns(outside: Port): Promise<void> {
  const at = outside.now();
  await doOneByOne([askForPayIns, remindOfDueDays, tellOfNearLapses], async (part) => {
    await part(outside, at);
    return true;
  });
}

async function askForPayIns(outside: Port, at: Date): Promise<void> {
  const toAsk = await listToAsk(outside.db, at, new Date(at.getTime() - ASKED_TOGETHER_MS));
  await doOneByOne(toAsk, (asked) => remind(outside, 'pay_in_asked', asked, (tx) => claimAsking(tx, asked)));
}

async function remindOfDueDays(outside: Port, at: Date): Promise<void> {
  const due = await listDue(outside.db, at);
  await doOneByOne(due, (asked) => remind(outside, 'pay_in_due', asked, (tx) => claimReminder(tx, asked)));
}

async function tellOfNearLapses(outside: Port, at: Date): Promise<void> {
  const near = await listNearLapses(outside.db, at);
  await doOneByOne(near, async ({ proposalId, payBy, unpaidCents: amountCents }) => {
    const proposal = await findToldProposal(outside.db, proposalId);
    if (proposal === undefined) return false;
    const key = `lapse_near:${proposalId}:${payBy}`;
    await tell(outside, 'lapse_near', { ...proposal, amountCents, inLoan: null, key });
    return true;
  });
}

type Claim = (tx: Tx) => Promise<boolean>;

async function remind(
  { db, now, secret, config }: Port,
  kind: 'pay_in_asked' | 'pay_in_due',
  asked: Asked | Due,
  claim: Claim,
): Promise<boolean> {
  const origin = publicOrigin(config);
  return transaction(db, async (tx) => {
    if (!(await claim(tx))) return false;
    const [order] = await listOrders(tx, asked);
    const [person] = await listHearers(tx, [asked.userId]);
    const all = await listAwaitedItems(tx, [asked.userId], asked.mfiId);
    // A reminder of a day asks only for what is due by then.
    const items = 'payBy' in asked ? all.filter(({ payBy }) => payBy <= asked.payBy) : all;
    if (order === undefined || person === undefined || items.length === 0) return false;
    // A till has a number as well, and no money can be sent to it.
    const [channel] = (await listChannels(tx, asked.mfiId, calendarDateIn(order.timeZone, now()))).filter(
      ({ account }) => account.kind !== 'till',
    );
    const url = `${origin}/App/HowToPay/${encodeURIComponent(order.mfiName)}`;
    const facts = {
      ...payFacts({ order, items, channel }, person.language, url),
      ...('payBy' in asked && dueDay(asked, items, person.language)),
    };
    const { mfiName } = order;
    // The newest backing, which no asking before this one was about.
    const newest = Math.max(...all.map(({ investmentId }) => investmentId));
    const key = `${kind}:${asked.mfiId}:${asked.userId}:${'today' in asked ? asked.today : newest}`;
    const hearers = [{ ...person, amountCents: dueOf(items) }];
    const byDay = { timeZone: order.timeZone, ...('today' in asked && { lastOn: asked.today }) };
    await tellWithin(tx, { secret, origin }, kind, { key, mfiName, url, facts, hearers, byDay }, now());
    return true;
  });
}

/** One reminder a day tells of all: of what is due today, and of what is due in two days, which has no other (R20.2). */
function dueDay({ today, payBy }: Due, items: readonly AwaitedItem[], language: Language): Record<string, string> {
  if (payBy === today) return { when: 'today' };
  return items.some((item) => item.payBy <= today)
    ? { when: 'both', payBy: formatDay(language, payBy) }
    : { when: 'later' };
}

type Owed = {
  readonly order: AskedOrder;
  readonly items: readonly AwaitedItem[];
  readonly channel: Channel | undefined;
};

/** The sum as the first way to send money asks it, and the way: its number, or the page that says how. */
function payFacts({ order, items, channel }: Owed, language: Language, url: string): Record<string, string> {
  const due = dueOf(items);
  const { mfiName, reference } = order;
  const [first] = items;
  return {
    mfiName,
    reference: formatReference(reference),
    payBy: first === undefined ? '' : formatDay(language, first.payBy),
    ...wayToPay(channel, { amountCents: due, units: order }, language, url),
  };
}
