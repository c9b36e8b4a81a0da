import type { CampaignId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Channels, NotificationKind, SuppressionKind } from '@sathi/domain/notifications.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { knownTitle } from '../proposals/known-title.repository.ts';

export type NewNotification = {
  readonly userId: UserId;
  readonly kind: NotificationKind;
  readonly proposalId?: ProposalId | null | undefined;
  readonly campaignId?: CampaignId | null | undefined;
  readonly actorId?: UserId | undefined;
  readonly amountCents?: Cents | undefined;
  /** The same sum in the money that its reader pays in. */
  readonly local?: LocalSum | null | undefined;
  /** The page of an institution that it leads to. */
  readonly path?: string | null | undefined;
  readonly dedupeKey: string;
};

/** The facts that decide how one person hears of one event, and the words of an SMS about it. */
export type Told = {
  readonly dedupeKey: string;
  readonly language: Language;
  readonly phone: string;
  readonly isOwner: boolean;
  readonly chosen: Channels | null;
  /**
   * Whether the mail would go to an address of their account that nobody has confirmed: it may be a stranger's (R33.2).
   */
  readonly isMailUnconfirmed: boolean;
  /** Whether the phone was named, and not confirmed by SMS: it may be a stranger's (R33.2). */
  readonly isPhoneUnconfirmed: boolean;
  /** The kinds that the address of the mail, and the phone, have unsubscribed from. */
  readonly mailSuppressed: readonly SuppressionKind[];
  readonly phoneSuppressed: readonly SuppressionKind[];
  /** The subscriptions of their devices. */
  readonly browsers: readonly number[];
  /** The title of the proposal or the campaign. */
  readonly title: string;
  /** Whether a part of the loan was given up (R30.1). */
  readonly isForgiven: boolean;
  readonly mfiName: string;
  readonly actorName: string;
};

/** `address` is where the mail would go, empty for none. */
export type Asked = NewNotification & { readonly address: string };

/** The facts about all people who are told, in one query, however many they are. Former members hear nothing. */
export async function listTold(db: Db, asked: readonly Asked[]): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select n.key as "dedupeKey", u.language, u.phone, coalesce(p.owner_id = u.id, false) as "isOwner",
      case when c.user_id is null then null
        else json_build_object('inApp', c.in_app, 'email', c.email, 'sms', c.sms) end as chosen,
      exists (select from identities i where i.subject = u.subject and lower(i.email) = lower(n.address)
        and i.email_verified_at is null) as "isMailUnconfirmed",
      exists (select from identities i where i.subject = u.subject
        and (i.phone_verified_at is null or i.phone_by_email)) as "isPhoneUnconfirmed",
      array(select s.kind from suppressed_addresses s where s.address = lower(n.address)) as "mailSuppressed",
      array(select s.kind from suppressed_addresses s where s.address = u.phone) as "phoneSuppressed",
      array(select b.id from push_subscriptions b where b.user_id = u.id order by b.id) as browsers,
      coalesce(${knownTitle(sql`u.id`)}, k.name, '') as title,
      coalesce(p.forgiven_cents > 0, false) as "isForgiven", coalesce(m.name, '') as "mfiName", coalesce(a.first_name, '') as "actorName"
    from unnest(
      ${asked.map(({ dedupeKey }) => dedupeKey)}::text[], ${asked.map(({ userId }) => userId)}::bigint[],
      ${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ address }) => address)}::text[],
      ${asked.map(({ proposalId }) => proposalId ?? 0)}::bigint[], ${asked.map(({ campaignId }) => campaignId ?? 0)}::bigint[],
      ${asked.map(({ actorId }) => actorId ?? 0)}::bigint[]
    ) as n (key, user_id, kind, address, proposal_id, campaign_id, actor_id)
    join users u on u.id = n.user_id and u.closed_at is null
    left join notification_preferences c on c.user_id = n.user_id and c.kind = n.kind
    left join proposals p on p.id = n.proposal_id
    left join campaigns k on k.id = n.campaign_id
    left join mfis m on m.id = coalesce(p.mfi_id, k.mfi_id)
    left join users a on a.id = n.actor_id`.execute(db);
  return rows;
}

/** Rings the bells that have not rung for this yet. @returns the keys of those that ring now */
export async function insertNotifications(
  tx: Tx,
  notifications: readonly NewNotification[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (notifications.length === 0) return new Set();
  const rows = await tx
    .insertInto('notifications')
    .values(
      notifications.map(({ userId, kind, proposalId, campaignId, actorId, amountCents, local, path, dedupeKey }) => ({
        userId,
        kind,
        proposalId: proposalId ?? null,
        campaignId: campaignId ?? null,
        actorId: actorId ?? null,
        amountCents: amountCents ?? null,
        localMinor: local?.amount ?? null,
        localCurrency: local?.currency ?? null,
        path: path ?? null,
        dedupeKey,
        at,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('dedupeKey')
    .execute();
  return new Set(rows.map(({ dedupeKey }) => dedupeKey));
}
