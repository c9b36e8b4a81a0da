import { type CalendarDate, msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { enqueue } from '../../outbox/outbox.ts';

export const NEWS_JOB = 'pay_in_news';

type Part = { readonly userId: UserId; readonly amountCents: Cents };

/** A bank took the money back, or staff had booked it by mistake. */
type Why = 'returned' | 'mistaken';

/** An event of paying in that people hear of. `wasBacked`: the proposal had been backed in full. */
export type PayInNews =
  | { readonly what: 'received'; readonly receiptId: ReceiptId }
  | { readonly what: 'reversed'; readonly receiptId: ReceiptId; readonly why: Why }
  | {
      readonly what: 'lapsed';
      readonly proposalId: ProposalId;
      readonly parts: readonly Part[];
      readonly wasBacked: boolean;
    }
  | { readonly what: 'all_received'; readonly proposalId: ProposalId }
  | { readonly what: 'relent'; readonly userId: UserId; readonly mfiId: MfiId; readonly day: CalendarDate }
  | {
      readonly what: 'taken_over';
      readonly proposalId: ProposalId;
      readonly parts: readonly Part[];
      /** Unpaid: it had not come. */
      readonly why: Why | 'unpaid';
    };

/** Has people told, once for each key, by day at the place of the institution. */
export async function enqueueNews(
  tx: Tx,
  mfi: MfiId | { readonly timeZone: string },
  news: PayInNews,
  key: string,
  now: Date,
): Promise<void> {
  const timeZone = typeof mfi === 'object' ? mfi.timeZone : await findTimeZone(tx, mfi);
  const delayMs = msUntilDaytime(timeZone, now);
  await enqueue(tx, [{ kind: NEWS_JOB, dedupeKey: `${NEWS_JOB}:${key}`, payload: news, delayMs }], now);
}

async function findTimeZone(db: Db, mfiId: MfiId): Promise<string> {
  return (await db.selectFrom('mfis').select('timeZone').where('id', '=', mfiId).executeTakeFirstOrThrow()).timeZone;
}

export type ToldReceipt = {
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly timeZone: string;
  readonly userId: UserId;
  readonly amountCents: Cents;
  readonly paidCents: Cents;
};

export async function findToldReceipt(db: Db, id: ReceiptId): Promise<ToldReceipt | undefined> {
  const { rows } = await sql<ToldReceipt>`
    select r.mfi_id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone", r.user_id as "userId", r.amount_cents as "amountCents",
      coalesce((
        select sum(j.amount_cents) from journals j where j.receipt_id = r.id and j.kind = 'settled'
      ), 0)::bigint as "paidCents"
    from receipts r join mfis m on m.id = r.mfi_id where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The people whose money is in a proposal now. */
export async function listBackerIds(db: Db, proposalId: ProposalId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('investments')
    .select('investorId')
    .distinct()
    .where('proposalId', '=', proposalId)
    .where('releasedAt', 'is', null)
    .execute();
  return rows.map(({ investorId }) => investorId);
}
