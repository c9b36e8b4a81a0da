import type { ProposalId, ReceiptId } from '@sathi/domain/ids.ts';
import { addCents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { ByDay } from '../../delivery/deliveries.ts';
import { found } from '../../errors/refusal-error.ts';
import { formatUsd } from '../../http/sentences.ts';
import type { JobHandler } from '../../outbox/outbox.ts';
import type { Outside } from '../../outside/outside.ts';
import { findRelent } from '../investments/relend.repository.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { type Hearer, listHearers, staff, staffOfMfi } from '../notifications/hearers.repository.ts';
import { tell } from '../notifications/tell.ts';
import { findToldProposal, type ToldProposal } from '../notifications/told.repository.ts';
import { findToldReceipt, listBackerIds, type PayInNews } from './pay-in-news.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;
type Told = ToldProposal & { readonly byDay: ByDay };
type Of<What extends PayInNews['what']> = Extract<PayInNews, { readonly what: What }>;

/** Tells people of money that came, did not come, or was taken back. */
export function tellPayInNews(outside: Port): JobHandler {
  return async ({ payload, dedupeKey: key }) => {
    const news = payload as PayInNews;
    switch (news.what) {
      case 'received':
        return tellReceived(outside, news.receiptId, key);
      case 'reversed':
        return tellReversed(outside, news, key);
      case 'lapsed':
        return aboutProposal(outside, news.proposalId, (told) => tellLapsed(outside, told, news, key));
      case 'all_received':
        return aboutProposal(outside, news.proposalId, (told) => tell(outside, 'all_received', { ...told, key }));
      case 'relent':
        return tellRelent(outside, news, key);
      case 'taken_over':
        return aboutProposal(outside, news.proposalId, (told) => tellTakenOver(outside, told, news, key));
    }
  };
}

async function aboutProposal({ db }: Port, id: ProposalId, work: (proposal: Told) => Promise<void>): Promise<void> {
  const proposal = await findToldProposal(db, id);
  if (proposal) await work({ ...proposal, byDay: { timeZone: proposal.timeZone } });
}

async function tellReceived(outside: Port, id: ReceiptId, key: string): Promise<void> {
  const receipt = await findToldReceipt(outside.db, id);
  if (!receipt) return;
  const { userId, mfiName, timeZone, amountCents, paidCents } = receipt;
  const [person] = await listHearers(outside.db, [userId]);
  if (!person) return;
  const toCreditCents = subtractCents(amountCents, paidCents);
  const split = toCreditCents === 0 ? 'paid' : paidCents === 0 ? 'credit' : 'both';
  const [paid, toCredit] = [paidCents, toCreditCents].map((cents) => formatUsd(person.language, cents));
  const facts = { mfiName, split, paid: paid ?? '', toCredit: toCredit ?? '' };
  const url = placeOf(outside, 'HowToPay', mfiName);
  const byDay = { timeZone };
  await tell(outside, 'pay_in_received', { key, mfiName, url, facts, byDay, hearers: [{ ...person, amountCents }] });
}

/** The person, and of money that a bank took back the staff, without their name. */
async function tellReversed(outside: Port, { receiptId, why }: Of<'reversed'>, key: string): Promise<void> {
  const receipt = await findToldReceipt(outside.db, receiptId);
  if (!receipt) return;
  const { db } = outside;
  const { userId, mfiId, mfiName, timeZone, amountCents } = receipt;
  const to = async (role: string, hearers: readonly Hearer[], page: string) =>
    tell(outside, 'pay_in_reversed', {
      key: `${key}:${role}`,
      mfiName,
      url: placeOf(outside, page, mfiName),
      facts: { mfiName, role },
      byDay: { timeZone },
      hearers: hearers.map((hearer) => ({ ...hearer, amountCents })),
    });
  await to(why === 'mistaken' ? 'mistaken' : 'backer', await listHearers(db, [userId]), 'HowToPay');
  if (why === 'mistaken') return;
  const office = await staffOfMfi(db, { mfiId });
  await to('staff', without(office, [userId]), 'MFIAwaited');
}

/** Each backer hears of their part, owner and staff of the sum, the other backers only when the loan had been whole (R20.4). */
async function tellLapsed(outside: Port, told: Told, news: Of<'lapsed'>, key: string): Promise<void> {
  const { db } = outside;
  const { proposalId, ownerId } = told;
  const sumCents = news.parts.reduce((sum, { amountCents }) => addCents(sum, amountCents), ZERO_CENTS);
  const lapsed = news.parts.map(({ userId }) => userId);
  const to = (role: string, hearers: readonly Hearer[]) =>
    tell(outside, 'pay_in_lapsed', { ...told, key: `${key}:${role}`, facts: { role }, hearers });
  const ofSum = (hearers: readonly Hearer[]) => hearers.map((hearer) => ({ ...hearer, amountCents: sumCents }));
  await to('backer', ofParts(await listHearers(db, lapsed), news.parts));
  await to('owner', ofSum(without(await listHearers(db, [ownerId]), lapsed)));
  await to('staff', ofSum(without(await staff(db, { proposalId }), [...lapsed, ownerId])));
  if (!news.wasBacked) return;
  const others = await listHearers(db, [ownerId, ...(await listBackerIds(db, proposalId))]);
  await to('other', ofSum(without(others, [...lapsed, ownerId])));
}

async function tellTakenOver(outside: Port, told: Told, news: Of<'taken_over'>, key: string): Promise<void> {
  const { parts, why } = news;
  const hearers = await listHearers(
    outside.db,
    parts.map(({ userId }) => userId),
  );
  const facts = { what: why };
  await tell(outside, 'taken_over', { ...told, key, facts, hearers: ofParts(hearers, parts) });
}

/** One mail for a day of a rule (R25.8). */
async function tellRelent(outside: Port, { userId, mfiId, day }: Of<'relent'>, key: string): Promise<void> {
  const { db } = outside;
  const [person] = await listHearers(db, [userId]);
  const { count, amountCents } = await findRelent(db, { userId, mfiId }, day);
  if (!person || count === 0) return;
  const { name: mfiName, timeZone } = found(await findMfiById(db, mfiId));
  const facts = { mfiName, count: String(count) };
  const url = placeOf(outside, 'Portfolio', mfiName);
  const byDay = { timeZone };
  await tell(outside, 'relent', { key, mfiName, url, facts, byDay, hearers: [{ ...person, amountCents }] });
}

/** A person may have several parts. */
function ofParts(hearers: readonly Hearer[], parts: Of<'lapsed'>['parts']): Hearer[] {
  return hearers.map((hearer) => {
    const own = parts.filter(({ userId }) => userId === hearer.userId);
    const amountCents = own.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS);
    return { ...hearer, amountCents };
  });
}

function without(hearers: readonly Hearer[], userIds: readonly number[]): Hearer[] {
  return hearers.filter(({ userId }) => userId === null || !userIds.includes(userId));
}

function placeOf({ config }: Port, page: string, mfiName: string): string {
  return `${publicOrigin(config)}/App/${page}/${encodeURIComponent(mfiName)}`;
}
