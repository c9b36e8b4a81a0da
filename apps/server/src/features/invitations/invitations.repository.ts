import type { CampaignId, InvitationId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { SendCounts, SentInvitation } from '@sathi/domain/invitations.ts';
import { sql } from 'kysely';
import { hashToken } from '../../config/tokens.ts';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { enqueue } from '../../outbox/outbox.ts';

/** The target of an invitation: one of the two. */
export type InvitationTarget = { readonly proposalId: ProposalId } | { readonly campaignId: CampaignId };

export const INVITATION_JOB = 'invitation';
export const INVITATION_ACCEPTED_JOB = 'invitation_accepted';

export type InvitationRow = SentInvitation & {
  readonly id: InvitationId;
  readonly address: string;
  readonly firstSentAt: Date;
  readonly tokenHash: string;
};

/**
 * Locks the sender, then each address, in this order everywhere, so that none waits in a circle: one call runs at a
 * time for each of them.
 */
export async function lockSending(tx: Tx, inviterId: UserId, addresses: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inviter ${inviterId}`}, 2))`.execute(tx);
  await sql`
    select pg_advisory_xact_lock(hashtextextended(a, 2))
    from (select a from unnest(${addresses.toSorted()}::text[]) as a order by a offset 0) as sorted`.execute(tx);
}

export type Sender = { readonly email: string; readonly createdAt: Date; readonly isPhoneProven: boolean };

export async function findSender(db: Db, id: UserId): Promise<Sender | undefined> {
  return db
    .selectFrom('users as u')
    .leftJoin('identities as i', 'i.subject', 'u.subject')
    .select([
      sql<string>`lower(u.email)`.as('email'),
      'u.createdAt',
      sql<boolean>`coalesce(i.phone_verified_at is not null and not i.phone_by_email, false)`.as('isPhoneProven'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst();
}

/** The invitation that counts for each address: the accepted one, else the open one. */
export async function listInvitationsTo(
  tx: Tx,
  target: InvitationTarget,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, InvitationRow>> {
  const isTarget =
    'proposalId' in target ? sql`proposal_id = ${target.proposalId}` : sql`campaign_id = ${target.campaignId}`;
  const { rows } = await sql<InvitationRow>`
    select distinct on (address) id, address, inviter_id as "inviterId", first_sent_at as "firstSentAt", token_hash as "tokenHash",
      sent_at as "sentAt", sends, expires_at as "expiresAt", accepted_at as "acceptedAt"
    from invitations where ${isTarget} and address = any (${addresses})
    order by address, accepted_at nulls last`.execute(tx);
  return new Map(rows.map((row) => [row.address, row]));
}

/** The addresses that belong to a person who backs the proposal by name, by account or by an accepted invitation (R13.1). */
export async function listBackingAddresses(
  db: Db,
  proposalId: ProposalId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select lower(u.email) as address from users u
    join investments i on i.investor_id = u.id and i.proposal_id = ${proposalId} and i.released_at is null and not i.anonymous
    where lower(u.email) = any (${addresses})
    union
    select v.address from invitations v
    join investments i on i.investor_id = v.accepted_by and i.proposal_id = v.proposal_id and i.released_at is null
      and not i.anonymous
    where v.proposal_id = ${proposalId} and v.address = any (${addresses})`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

export async function countSends(db: Db, inviterId: UserId, since: Date): Promise<SendCounts> {
  const { rows } = await sql<SendCounts>`select
    (select count(*) from invitation_sends where inviter_id = ${inviterId} and at > ${since})::int as "byPerson",
    (select count(*) from invitation_sends where at > ${since})::int as "byEverybody"`.execute(db);
  return rows[0] as SendCounts;
}

/** The number of mails to each of these addresses, from all people. */
export async function countSendsTo(
  db: Db,
  addresses: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ address: string; count: number }>`
    select address, count(*)::int as count from invitation_sends
    where address = any (${addresses}) and at > ${since} group by address`.execute(db);
  return new Map(rows.map(({ address, count }) => [address, count]));
}

export type NewSend = {
  readonly target: InvitationTarget;
  readonly address: string;
  readonly inviterId: UserId;
  readonly note: string;
  readonly tokenHash: string;
  readonly firstSentAt: Date;
  readonly expiresAt: Date;
  readonly at: Date;
  /** The number of mails, the first one included. */
  readonly sends: number;
};

/** Writes a new invitation or overwrites the earlier one, with the job that mails it. */
export async function saveSend(tx: Tx, earlier: InvitationRow | undefined, send: NewSend): Promise<void> {
  const { target, at, inviterId, address, ...rest } = send;
  const values = { ...rest, inviterId, sentAt: at };
  const { id } = earlier
    ? await tx
        .updateTable('invitations')
        .set(values)
        .where('id', '=', earlier.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('invitations')
        .values({ ...target, ...values, address })
        .returning('id')
        .executeTakeFirstOrThrow();
  await tx.insertInto('invitationSends').values({ address, inviterId, at }).execute();
  const dedupeKey = `invitation:${id}:${at.getTime()}`;
  await enqueue(tx, [{ kind: INVITATION_JOB, dedupeKey, payload: { invitationId: id } }], at);
}

export type HeldInvitation = {
  readonly id: InvitationId;
  readonly proposalId: ProposalId | null;
  readonly campaignId: CampaignId | null;
  readonly acceptedBy: UserId | null;
  readonly isExpired: boolean;
};

/** Holds the row until the transaction ends. */
export async function lockByToken(tx: Tx, token: string, now: Date): Promise<HeldInvitation | undefined> {
  const { rows } = await sql<HeldInvitation>`
    select id, proposal_id as "proposalId", campaign_id as "campaignId", accepted_by as "acceptedBy",
      expires_at <= ${now} as "isExpired"
    from invitations where token_hash = ${hashToken(token)} for update`.execute(tx);
  return rows[0];
}

/**
 * Marks invitations as accepted and tells their inviters, as part of the transaction. An earlier acceptance stays.
 * @returns how many
 */
export async function setAccepted(
  tx: Tx,
  by: { readonly id: InvitationId } | { readonly address: string },
  userId: UserId,
  now: Date,
): Promise<number> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`address = ${by.address} and expires_at > ${now}`;
  const { rows } = await sql<{ id: InvitationId }>`
    update invitations set accepted_by = ${userId}, accepted_at = ${now}
    where ${which} and accepted_at is null returning id`.execute(tx);
  const jobs = rows.map(({ id }) => ({
    kind: INVITATION_ACCEPTED_JOB,
    dedupeKey: `invitation_accepted:${id}`,
    payload: { invitationId: id },
  }));
  await enqueue(tx, jobs, now);
  return rows.length;
}

/** Accepts the invitation whose link led to a registration (R12.3). A token that does not count any more is ignored. */
export async function acceptOnRegistration(tx: Tx, token: string, userId: UserId, now: Date): Promise<void> {
  const invitation = await lockByToken(tx, token, now);
  if (invitation && invitation.acceptedBy === null && !invitation.isExpired) {
    await setAccepted(tx, { id: invitation.id }, userId, now);
  }
}

export type PreviewedInvitation = Pick<HeldInvitation, 'proposalId' | 'campaignId'> & {
  readonly inviter: { readonly firstName: string; readonly lastName: string };
  readonly title: string;
  readonly mfiName: string;
};

/** Undefined once the link cannot be used any more, or its target is hidden. */
export async function findPreview(db: Db, token: string, now: Date): Promise<PreviewedInvitation | undefined> {
  const { rows } = await sql<PreviewedInvitation>`
    select v.proposal_id as "proposalId", v.campaign_id as "campaignId",
      jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name) as inviter, coalesce(p.title, c.name) as title, m.name as "mfiName"
    from invitations v join users u on u.id = v.inviter_id
    left join proposals p on p.id = v.proposal_id and p.status >= ${STATUS.published} and p.deleted_at is null and p.hidden_at is null
    left join campaigns c on c.id = v.campaign_id and c.archived_at is null and c.published
    join mfis m on m.id = coalesce(p.mfi_id, c.mfi_id)
    where v.token_hash = ${hashToken(token)} and v.accepted_at is null and v.expires_at > ${now}`.execute(db);
  return rows[0];
}
