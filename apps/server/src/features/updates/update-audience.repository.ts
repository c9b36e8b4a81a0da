import { createHmac } from 'node:crypto';
import type { ProposalId, UpdateId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { enqueueMessages } from '../../jobs/messages.ts';
import type { OutgoingMessage } from '../../outside.ts';
import { deriveKey } from '../../secret.ts';

/** Somebody an update may be mailed to: who backs the loan now, or was invited to it. */
export type Recipient = {
  /** Null for an invited address without an account. */
  readonly userId: UserId | null;
  readonly address: string;
  readonly language: Language | null;
  readonly isBacker: boolean;
  /** They asked for no more news, or, where an invitation is all there is, for no more invitations. */
  readonly isSuppressed: boolean;
};

export type AudienceRow = {
  readonly ownerName: string;
  readonly mfiName: string;
  readonly backersCount: number;
};

/** What an update mail says of its loan, and to how many. */
export async function findAudience(db: Db, proposalId: ProposalId): Promise<AudienceRow> {
  const { rows } = await sql<AudienceRow>`
    select trim(u.first_name || ' ' || u.last_name) as "ownerName", m.name as "mfiName", (
      select count(distinct i.investor_id) from investments i where i.proposal_id = p.id and i.released_at is null
    )::int as "backersCount"
    from proposals p join users u on u.id = p.owner_id join mfis m on m.id = p.mfi_id
    where p.id = ${proposalId}`.execute(db);
  return rows[0] as AudienceRow;
}

/** One row for each address. The owner is none of them. */
export async function listRecipients(db: Db, proposalId: ProposalId, now: Date): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with people as (
      select distinct i.investor_id as id from investments i
      where i.proposal_id = ${proposalId} and i.released_at is null
    ), invited as (
      select distinct v.address from invitations v
      where v.proposal_id = ${proposalId} and (v.accepted_at is not null or v.expires_at > ${now})
    ), audience as (
      select u.id, lower(u.email) as address, u.language, true as backs
      from users u join people on people.id = u.id
      union all
      select u.id, invited.address, u.language, false
      from invited left join users u on lower(u.email) = invited.address
      where u.id is null or u.id not in (select id from people)
    )
    select a.id as "userId", a.address, a.language, a.backs as "isBacker", exists (
      select 1 from suppressed_addresses s where s.address = a.address
        and (s.kind in ('news', 'all') or s.kind = 'invitations' and not a.backs)
    ) as "isSuppressed"
    from audience a
    where a.id is distinct from (select owner_id from proposals where id = ${proposalId})
    order by a.address`.execute(db);
  return rows;
}

const DAILY_KIND = 'update';

/** Notes that an update goes to somebody on this day. False when it has (T5: once a day). */
export async function takeToday(tx: Tx, updateId: UpdateId, userId: UserId, now: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('dailyMails')
    .values({ kind: DAILY_KIND, object: String(updateId), recipientId: userId, day: now.toISOString().slice(0, 10) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipientId')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Mails an address that has no account, once a day for each proposal: an owner must not write to people who never said yes
 * as often as updates can be posted. Its key does not tell the address.
 *
 * @returns false when it has had one today
 */
export async function mailAddressOnce(
  tx: Tx,
  secret: Buffer,
  proposalId: ProposalId,
  mail: Pick<OutgoingMessage, 'to' | 'subject' | 'text' | 'html'> & { readonly unsubscribeUrl?: string },
  now: Date,
): Promise<boolean> {
  const address = createHmac('sha256', deriveKey(secret, 'update-mails')).update(mail.to).digest('base64url');
  const dedupeKey = `update_mail:${proposalId}:${now.toISOString().slice(0, 10)}:${address.slice(0, 22)}`;
  const before = await tx.selectFrom('outbox').select('id').where('dedupeKey', '=', dedupeKey).executeTakeFirst();
  if (before !== undefined) return false;
  await enqueueMessages(tx, secret, [{ dedupeKey, message: { channel: 'email', ...mail, dedupeKey } }], now);
  return true;
}

/** Takes back what a person's bell says under a key and under the key with a day. */
export async function forgetBells(tx: Tx, userId: UserId, key: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .where((or) => or.or([or('dedupeKey', '=', key), or('dedupeKey', 'like', `${key}:%`)]))
    .execute();
}
