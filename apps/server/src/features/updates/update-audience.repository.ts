import type { ProposalId, UpdateId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { enqueueDeliveries, type NewDelivery } from '../../delivery/deliveries.ts';
import type { Mail } from '../../delivery/mail.ts';
import { keyedHashes } from '../../config/keyed-hash.ts';
import { type AppSecret, deriveKeys } from '../../config/secret.ts';

/** A person an update may be mailed to: a present backer of the loan, or an invited one. */
export type Recipient = {
  /** Null for an invited address that no account has confirmed. */
  readonly userId: UserId | null;
  readonly address: string;
  readonly language: Language | null;
  readonly isBacker: boolean;
  /** Whether the owner may know that they back (R13.1). */
  readonly isNamed: boolean;
  readonly isInvited: boolean;
  /** They asked for no more news, or, where an invitation is all there is, for no more invitations. */
  readonly isSuppressed: boolean;
};

export type AudienceRow = {
  readonly ownerName: string;
  readonly mfiName: string;
  readonly backersCount: number;
};

/** The words of an update mail about its loan, and the number of its readers. */
export async function findAudience(db: Db, proposalId: ProposalId): Promise<AudienceRow> {
  const { rows } = await sql<AudienceRow>`
    select trim(u.first_name || ' ' || u.last_name) as "ownerName", m.name as "mfiName", (
      select count(distinct i.investor_id) from investments i
      join users b on b.id = i.investor_id and b.closed_at is null
      where i.proposal_id = p.id and i.released_at is null
    )::int as "backersCount"
    from proposals p join users u on u.id = p.owner_id join mfis m on m.id = p.mfi_id
    where p.id = ${proposalId}`.execute(db);
  return rows[0] as AudienceRow;
}

/**
 * One row for each address. The owner is none of them, nor is an institution or a former member (R19.3); of a hidden loan
 * only backers hear. An invited address is an account's once that has confirmed it (R33.2).
 */
export async function listRecipients(db: Db, proposalId: ProposalId, now: Date): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with people as (
      select i.investor_id as id, bool_or(not i.anonymous) as named from investments i
      where i.proposal_id = ${proposalId} and i.released_at is null group by i.investor_id
    ), invited as (
      select distinct v.address from invitations v
      join proposals p on p.id = v.proposal_id and p.hidden_at is null
      where v.proposal_id = ${proposalId} and (v.accepted_at is not null or v.expires_at > ${now})
    ), audience as (
      select u.id, lower(u.email) as address, u.language, true as backs, people.named
      from users u join people on people.id = u.id
      where u.closed_at is null
      union all
      select u.id, invited.address, u.language, false, false
      from invited left join (
        users u join identities y on y.subject = u.subject and y.email_verified_at is not null
      ) on lower(u.email) = invited.address
      where invited.address not in (select lower(b.email) from users b join people on people.id = b.id)
    )
    select a.id as "userId", a.address, a.language, a.backs as "isBacker", a.named as "isNamed",
      a.address in (select address from invited) as "isInvited", exists (
      select 1 from suppressed_addresses s where s.address = a.address
        and (s.kind in ('news', 'all') or s.kind = 'invitations' and not a.backs)
    ) as "isSuppressed"
    from audience a
    where a.id is distinct from (select owner_id from proposals where id = ${proposalId})
    order by a.address`.execute(db);
  return rows;
}

const DAILY_KIND = 'update';

/** Notes that an update goes to a person on this day. False when it has (T5: once a day). */
export async function takeToday(tx: Tx, updateId: UpdateId, userId: UserId, now: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('dailyMails')
    .values({ kind: DAILY_KIND, object: String(updateId), recipientId: userId, day: now.toISOString().slice(0, 10) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipientId')
    .executeTakeFirst();
  return taken !== undefined;
}

type AddressMail = {
  readonly address: string;
  readonly mail: Mail | null;
  readonly unsubscribe: NonNullable<NewDelivery['unsubscribe']>;
};

/**
 * Mails an invited address, once a day for each proposal: an owner must not write to people who never said yes as often as
 * updates can be posted. Null notes it without a mail. Its key does not tell the address.
 *
 * @returns false when it has had one today
 */
export async function mailAddressOnce(
  tx: Tx,
  secret: AppSecret,
  proposalId: ProposalId,
  { address, mail, unsubscribe }: AddressMail,
  now: Date,
): Promise<boolean> {
  const hashes = keyedHashes(deriveKeys(secret, 'update-mails'), [address]);
  const [dedupeKey = '', ...older] = hashes.map(
    (hash) => `update_mail:${proposalId}:${now.toISOString().slice(0, 10)}:${hash.slice(0, 22)}`,
  );
  const before = await tx
    .selectFrom('outbox')
    .select('id')
    .where('dedupeKey', 'in', [dedupeKey, ...older])
    .executeTakeFirst();
  if (before !== undefined) return false;
  const delivery = mail && { channel: 'email' as const, to: address, ...mail };
  await enqueueDeliveries(tx, secret, [{ dedupeKey, delivery, unsubscribe }], now);
  return true;
}

/** Takes back the notifications of a person under a key and under the key with a day. */
export async function forgetBells(tx: Tx, userId: UserId, key: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .where((or) => or.or([or('dedupeKey', '=', key), or('dedupeKey', 'like', `${key}:%`)]))
    .execute();
}
