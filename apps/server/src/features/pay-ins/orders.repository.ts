import { randomInt } from 'node:crypto';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import { REFERENCE_NUMBERS, type Reference, referenceOf } from '@sathi/domain/references.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/** The debt of one person to one institution now (R19.5). */
export type OrderRow = {
  readonly userId: UserId;
  readonly reference: Reference;
  readonly unpaidCents: Cents;
  /** The earliest last day; null when nothing is unpaid. */
  readonly payBy: CalendarDate | null;
  /** The last two days on which backings of theirs lapsed (R20.10). */
  readonly lapsedOn: readonly CalendarDate[];
  /** Opened just now. */
  readonly isNew: boolean;
};

/** References are drawn at random, so that one may be taken already. */
const DRAWS = 5;

/** Opens the missing orders of these people and locks all of them, by person (R24.2). */
export async function openOrders(
  tx: Tx,
  mfiId: MfiId,
  userIds: readonly UserId[],
  now: Date,
): Promise<Map<UserId, OrderRow>> {
  const people = [...new Set(userIds)].toSorted((a, b) => a - b);
  const isNew = new Set<UserId>();
  const lockAll = () => Promise.all([lockOrders(tx, mfiId, people), listUnpaidSums(tx, mfiId, people)]);
  let [orders, unpaid] = await lockAll();
  for (let draw = 0; draw < DRAWS && orders.length < people.length; draw += 1) {
    const known = new Set(orders.map(({ userId }) => userId));
    const missing = people.filter((id) => !known.has(id));
    for (const id of await insertOrders(tx, mfiId, missing, now)) isNew.add(id);
    [orders, unpaid] = await lockAll();
  }
  if (orders.length < people.length) throw new Error(`no free reference for ${people.length} people`);
  return new Map(
    orders.map(({ lapsedOn, lapsedBeforeOn, ...order }) => [
      order.userId,
      {
        ...order,
        unpaidCents: unpaid.get(order.userId)?.unpaidCents ?? (0 as Cents),
        payBy: unpaid.get(order.userId)?.payBy ?? null,
        lapsedOn: [lapsedOn, lapsedBeforeOn].filter((day) => day !== null),
        isNew: isNew.has(order.userId),
      },
    ]),
  );
}

type Locked = {
  readonly userId: UserId;
  readonly reference: Reference;
  readonly lapsedOn: CalendarDate | null;
  readonly lapsedBeforeOn: CalendarDate | null;
};

async function lockOrders(tx: Tx, mfiId: MfiId, people: readonly UserId[]): Promise<Locked[]> {
  // One index look-up for each person, in their order, regardless of what the planner knows of the sizes of the tables.
  const { rows } = await sql<Locked>`
    select o.* from unnest(${people}::bigint[]) as u (id) cross join lateral (
      select user_id as "userId", reference, lapsed_on as "lapsedOn", lapsed_before_on as "lapsedBeforeOn"
      from pay_in_orders where user_id = u.id and mfi_id = ${mfiId} limit 1 for no key update
    ) o`.execute(tx);
  return rows;
}

async function insertOrders(tx: Tx, mfiId: MfiId, people: readonly UserId[], now: Date): Promise<UserId[]> {
  const references = people.map(() => referenceOf('person', randomInt(REFERENCE_NUMBERS)));
  const { rows } = await sql<{ userId: UserId }>`
    insert into pay_in_orders (mfi_id, user_id, reference, created_at)
    select ${mfiId}::bigint, n.user_id, n.reference, ${now}::timestamptz
    from unnest(${people}::bigint[], ${references}::text[]) as n (user_id, reference)
    on conflict do nothing returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** The unpaid sums of these people, read under the lock of their orders, for which each backing there waits. */
async function listUnpaidSums(tx: Tx, mfiId: MfiId, people: readonly UserId[]) {
  const { rows } = await sql<{ userId: UserId; unpaidCents: Cents; payBy: CalendarDate }>`
    select u.id as "userId", s.* from unnest(${people}::bigint[]) as u (id) cross join lateral (
      select sum(i.unpaid_cents)::bigint as "unpaidCents", min(i.pay_by) as "payBy"
      from investments i
      cross join lateral (select from proposals p where p.id = i.proposal_id and p.mfi_id = ${mfiId} limit 1) p
      where i.investor_id = u.id and i.unpaid_cents > 0
    ) s where s."unpaidCents" is not null`.execute(tx);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Keeps the word of a person that money is on its way (R20.2). */
export async function setTold(
  tx: Tx,
  { mfiId, userId }: { readonly mfiId: MfiId; readonly userId: UserId },
  told: {
    readonly on: CalendarDate;
    readonly paidOn: CalendarDate;
    readonly channel: PayChannel;
    readonly reference: string | null;
    readonly slip: string | null;
  },
): Promise<void> {
  const { on: toldOn, paidOn: toldPaidOn, channel: toldChannel, reference: toldReference, slip: toldSlip } = told;
  await tx
    .updateTable('payInOrders')
    .set({ toldOn, toldPaidOn, toldChannel, toldReference, toldSlip })
    .where('mfiId', '=', mfiId)
    .where('userId', '=', userId)
    .execute();
}

/** Forgets the slips of what was told before then; the pictures go with those that nothing shows (R22.3). */
export async function forgetToldSlips(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update pay_in_orders set told_slip = null
    where told_slip is not null and told_on < (${before}::timestamptz at time zone 'UTC')::date`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes orders that were opened for backings that were refused: an order begins with a backing (R19.5). */
export async function deleteOrders(tx: Tx, mfiId: MfiId, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.deleteFrom('payInOrders').where('mfiId', '=', mfiId).where('userId', 'in', userIds).execute();
}
