import type { MfiId, PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import type { ReleasedBacker } from '../../ledger/release-backings.ts';

/** One person or address that hears of an event. Further fields are facts for the texts. */
export type Hearer = {
  /** Null for an address without an account, which a mail alone reaches. */
  readonly userId: UserId | null;
  /** Null for no mail. */
  readonly email: string | null;
  readonly language: Language;
  /** The sum that the bell and the SMS name. */
  readonly amountCents?: Cents;
  /** The same in the money that they pay in, which every text names in its place; null for dollars (R23.7). */
  readonly local?: LocalSum | null;
  readonly outstandingLocal?: LocalSum | null;
  /** The person whose doing it is, where that is not the same for all hearers. */
  readonly actorId?: UserId;
  /** The name of their inviter. */
  readonly inviterName?: string;
  /** Ends the key of the event, in the place of the user's id. */
  readonly key?: string;
  readonly url?: string;
  readonly links?: readonly { readonly title: string; readonly url: string }[];
};
export type Audience<Event> = (db: Db, event: Event) => Promise<readonly Hearer[]>;

export type OfProposal = {
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly amountCents: Cents;
  /** The sum in the money of the loan, for its owner and the staff alone; null for dollars (R23.7). */
  readonly inLoan?: LocalSum | null;
  /** The sum that is left to repay, likewise. */
  readonly outstandingInLoan?: LocalSum | null;
};
type OfPayment = OfProposal & { readonly paymentId: PaymentId };
export type OpenProposal = { readonly title: string; readonly url: string; readonly ownerId: UserId };

/** How many other proposals a backer whose money came back hears of (R5.3). */
const OTHERS_COUNT = 3;

export const owner: Audience<OfProposal> = async (db, { proposalId, ownerId, amountCents, ...event }) => {
  const { inLoan: local = null, outstandingInLoan: outstandingLocal = null } = event;
  return (await listReaders(db, proposalId, [ownerId])).map((reader) => ({
    ...reader,
    amountCents,
    local,
    outstandingLocal,
  }));
};

/** The owner, as hearer of an event without a sum. */
export const ownerAlone: Audience<Pick<OfProposal, 'ownerId'>> = async (db, { ownerId }) => listHearers(db, [ownerId]);

/** The backers, each with the sum that they put in. */
export const backers: Audience<Pick<OfProposal, 'proposalId'>> = async (db, event) =>
  (await followers(db, event)).map((reader) => ({ ...reader, amountCents: reader.backedCents }));

/** The backers, with the sum of the whole proposal. */
export const backersOfSum: Audience<OfProposal> = async (db, event) =>
  (await followers(db, event)).map((reader) => ({ ...reader, amountCents: event.amountCents }));

/** The backers of now, without a sum. */
export async function followers(db: Db, { proposalId }: Pick<OfProposal, 'proposalId'>): Promise<Reader[]> {
  const rows = await db
    .selectFrom('investments')
    .select('investorId')
    .distinct()
    .where('proposalId', '=', proposalId)
    .where('releasedAt', 'is', null)
    .execute();
  return listReaders(
    db,
    proposalId,
    rows.map(({ investorId }) => investorId),
  );
}

/** The staff of the proposal's institution. */
export async function staff(db: Db, { proposalId }: Pick<OfProposal, 'proposalId'>): Promise<Reader[]> {
  const rows = await db
    .selectFrom('proposals as p')
    .innerJoin('mfiStaff as s', 's.mfiId', 'p.mfiId')
    .select('s.userId')
    .where('p.id', '=', proposalId)
    .execute();
  return listReaders(
    db,
    proposalId,
    rows.map(({ userId }) => userId),
  );
}

/** The staff, with a sum that concerns all of the proposal. */
export const staffOfSum: Audience<OfProposal> = async (db, event) =>
  (await staffInLoan(db, event)).map((reader) => ({ ...reader, amountCents: event.amountCents }));

/** The staff, whose mail names the sum and whose bell does not. */
export const staffInLoan: Audience<OfProposal> = async (db, event) =>
  (await staff(db, event)).map((reader) => ({ ...reader, local: event.inLoan ?? null }));

/** These people, without those who have left and the institution itself. */
export async function listHearers(
  db: Db,
  userIds: readonly UserId[],
): Promise<(Hearer & { readonly userId: UserId })[]> {
  return db
    .selectFrom('users')
    .select(['id as userId', 'email', 'language'])
    .where('id', 'in', [...new Set(userIds)])
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** The staff of an institution, about itself. */
export const staffOfMfi: Audience<{ readonly mfiId: MfiId }> = async (db, { mfiId }) =>
  db
    .selectFrom('mfiStaff as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['u.id as userId', 'u.email', 'u.language'])
    .where('s.mfiId', '=', mfiId)
    .orderBy('u.id')
    .execute();

/** Those of the staff who may be the second person (R19.8). */
export const confirmers: Audience<{ readonly mfiId: MfiId; readonly confirmers: readonly UserId[] }> = async (
  db,
  event,
) => (await staffOfMfi(db, event)).filter(({ userId }) => userId !== null && event.confirmers.includes(userId));

/** A payment that waits concerns the staff, but not the one who entered it. */
export const staffWhoDidNotEnter: Audience<OfProposal & { readonly enteredBy: UserId }> = async (db, event) =>
  (await staffOfSum(db, event)).filter(({ userId }) => userId !== event.enteredBy);

/** The backers, each with their share of a payment (R9.1), from the ledger. */
export const sharers: Audience<OfPayment> = (db, event) =>
  creditedOf(db, event, sql`a.id = t.to_account_id`, 'payment_approved');

/** The backers, each with the part of a payment that they gave back, from the ledger (R22.8). */
export const givers: Audience<OfPayment> = (db, event) =>
  creditedOf(db, event, sql`a.id = t.from_account_id`, 'payment_reversed');

/** The backers, each with the sum that they lost by the write-off, from the ledger (R29.3). */
export const losers: Audience<Pick<OfProposal, 'proposalId'>> = async (db, { proposalId }) => {
  const rows = await db
    .selectFrom('accounts')
    .select(['userId', 'balanceCents'])
    .where('kind', '=', 'lost')
    .where('proposalKey', '=', proposalId)
    .where('balanceCents', '>', 0 as Cents)
    .execute();
  const lost = new Map(rows.flatMap(({ userId, balanceCents }) => (userId === null ? [] : [[userId, balanceCents]])));
  const readers = await listReaders(db, proposalId, [...lost.keys()]);
  return readers.map((reader) => ({ ...reader, amountCents: lost.get(reader.userId)! }));
};

/** The people whose credit a journal of the payment moved, each with the sum; `side` says whether into it or out of it. */
async function creditedOf(
  db: Db,
  { proposalId, paymentId }: OfPayment,
  side: RawBuilder<unknown>,
  kind: 'payment_approved' | 'payment_reversed',
) {
  const { rows } = await sql<{ userId: UserId; shareCents: Cents }>`
    select a.user_id as "userId", sum(t.amount_cents)::bigint as "shareCents"
    from journals j
    join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id
    join accounts a on ${side} and a.kind = 'wallet'
    where j.proposal_id = ${proposalId} and j.payment_id = ${paymentId} and j.kind = ${kind}
    group by a.user_id order by a.user_id`.execute(db);
  const shares = new Map(rows.map(({ userId, shareCents }) => [userId, shareCents]));
  const readers = await listReaders(db, proposalId, [...shares.keys()]);
  return readers.map((reader) => ({ ...reader, amountCents: shares.get(reader.userId)! }));
}

/**
 * The backers whose money came back, or need not come any more. They may not see the draft any more, so the link leads
 * to open proposals (R5.3).
 */
export const releasedBackers: Audience<
  OfProposal & {
    readonly released: readonly ReleasedBacker[];
    readonly openUrl: string;
    readonly open: readonly OpenProposal[];
  }
> = async (db, { proposalId, released, openUrl, open }) => {
  const sums = new Map(released.map((row) => [row.userId, row]));
  const readers = await listReaders(db, proposalId, [...sums.keys()]);
  return readers.map((reader) => ({
    ...reader,
    ...sums.get(reader.userId),
    hasPaid: sums.get(reader.userId)?.amountCents !== 0,
    url: openUrl,
    links: open.filter(({ ownerId }) => ownerId !== reader.userId).slice(0, OTHERS_COUNT),
  }));
};

export type Reader = Hearer & {
  readonly userId: UserId;
  readonly email: string;
  /** Their credit where the proposal takes it from: held by its institution, or common (R25.5). */
  readonly creditCents: Cents;
  /** Their part of the proposal now. */
  readonly backedCents: Cents;
};

async function listReaders(db: Db, proposalId: ProposalId, userIds: readonly UserId[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id as "userId", u.email, u.language, coalesce(w.balance_cents, 0)::bigint as "creditCents",
      coalesce((
        select sum(i.amount_cents) from investments i
        where i.proposal_id = ${proposalId} and i.investor_id = u.id and i.released_at is null
      ), 0)::bigint as "backedCents"
    from unnest((select ${[...new Set(userIds)]}::bigint[])) as asked (id)
    join users u on u.id = asked.id
    cross join (
      select case m.collection when 'expected' then m.id else 0 end as holder
      from proposals p join mfis m on m.id = p.mfi_id where p.id = ${proposalId}
    ) c
    left join lateral (
      select balance_cents from accounts
      where kind = 'wallet' and proposal_key = 0 and user_key = u.id and mfi_key = c.holder limit 1
    ) w on true
    order by u.id`.execute(db);
  return rows;
}
