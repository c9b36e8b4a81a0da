import type { CampaignId, NotificationId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { NAMED_KINDS, type NotificationKind } from '@sathi/domain/notifications.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { knownTitle } from '../proposals/known-title.repository.ts';
import { isShownTo } from '../reports/hidden.repository.ts';

export type NotificationRow = {
  readonly id: NotificationId;
  readonly kind: NotificationKind;
  /** Null where the reader would find nothing. */
  readonly proposalId: ProposalId | null;
  readonly campaignId: CampaignId | null;
  readonly title: string;
  readonly mfiName: string;
  readonly actorName: string | null;
  readonly amountCents: Cents | null;
  readonly local: LocalSum | null;
  readonly path: string | null;
  readonly date: Date;
  readonly isRead: boolean;
  readonly isOwn: boolean;
};

type Before = { readonly at: string; readonly id: number };

const SEEN = isShownTo(sql`n.user_id`);

/**
 * Newest first. A draft is its owner's alone, so to others it is told without a way to it; what is hidden without its title
 * too, except to people whose money came back from it.
 */
export async function listNotifications(
  db: Db,
  userId: UserId,
  page: { readonly limit: number; readonly before: Before | null },
): Promise<NotificationRow[]> {
  const { before } = page;
  const { rows } = await sql<NotificationRow>`
    select n.id, n.kind, n.campaign_id as "campaignId",
      case when p.deleted_at is null and (p.status > ${STATUS.drafted} or p.owner_id = n.user_id) and ${SEEN} then n.proposal_id end as "proposalId",
      coalesce(case when ${SEEN} or n.kind in ('expired', 'returned') then ${knownTitle(sql`n.user_id`)} end, c.name, '') as title, coalesce(m.name, '') as "mfiName",
      case when n.kind = any (${[...NAMED_KINDS]}::text[]) then a.first_name || ' ' || a.last_name end as "actorName",
      n.amount_cents as "amountCents",
      case when n.local_minor is not null then jsonb_build_object('amount', n.local_minor, 'currency', n.local_currency) end as local, n.path, n.at as date, n.read_at is not null as "isRead",
      coalesce(p.owner_id = n.user_id, false) as "isOwn"
    from notifications n
    left join proposals p on p.id = n.proposal_id
    left join campaigns c on c.id = n.campaign_id
    left join mfis m on m.id = coalesce(p.mfi_id, c.mfi_id)
    left join users a on a.id = n.actor_id
    where n.user_id = ${userId}
      and (${before?.at ?? null}::timestamptz is null or (n.at, n.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? 0}::bigint))
    order by n.at desc, n.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/**
 * Marks all notifications at or below this one in the list as read.
 * @returns whether there is such a notification of this person's
 */
export async function setReadUpTo(tx: Tx, userId: UserId, id: NotificationId, now: Date): Promise<boolean> {
  const newest = await tx
    .selectFrom('notifications')
    .select('at')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (newest === undefined) return false;
  await sql`
    update notifications set read_at = ${now}
    where user_id = ${userId} and read_at is null and (at, id) <= (${newest.at}::timestamptz, ${id}::bigint)`.execute(
    tx,
  );
  return true;
}

export async function countUnread(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
