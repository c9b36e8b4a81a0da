import type { CampaignId, InvitationId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { OPEN_STATUSES } from '../../db/proposal-status.ts';
import type { Language } from '../../http/language.ts';

export type ToldInvitation = {
  readonly id: InvitationId;
  readonly proposalId: ProposalId | null;
  readonly campaignId: CampaignId | null;
  readonly address: string;
  readonly note: string;
  readonly firstSentAt: Date;
  readonly tokenHash: string;
  readonly sends: number;
  readonly isAccepted: boolean;
  readonly acceptedBy: UserId | null;
  readonly acceptedName: string | null;
  readonly inviterId: UserId;
  readonly inviterName: string;
  readonly inviterEmail: string;
  readonly inviterLanguage: Language;
  readonly title: string;
  readonly description: string;
  readonly mfiName: string;
  /** False for a campaign that others do not find (R16.1). */
  readonly isPublished: boolean;
  /** Null for a campaign. */
  readonly amountCents: Cents | null;
  readonly remainingCents: Cents | null;
  /** First name and initial, as visitors see it (R13.2). */
  readonly ownerName: string | null;
  readonly ownerId: UserId | null;
  /** The person who accepted, else who has confirmed the address (R33.2), and whether they want invitations by e-mail. */
  readonly readerId: UserId | null;
  readonly readerEmail: string | null;
  readonly readerLanguage: Language | null;
  readonly wantsMail: boolean;
  readonly isSuppressed: boolean;
};

const INVITED = sql`
  select v.id, v.proposal_id as "proposalId", v.campaign_id as "campaignId", v.address, v.note,
    v.first_sent_at as "firstSentAt", v.token_hash as "tokenHash", v.sends, v.accepted_at is not null as "isAccepted", v.accepted_by as "acceptedBy",
    trim(a.first_name || ' ' || a.last_name) as "acceptedName", v.inviter_id as "inviterId",
    trim(s.first_name || ' ' || s.last_name) as "inviterName", s.email as "inviterEmail", s.language as "inviterLanguage",
    coalesce(p.title, c.name) as title, coalesce(p.description, c.description) as description, m.name as "mfiName",
    coalesce(c.published, true) as "isPublished", p.amount_cents as "amountCents", p.remaining_cents as "remainingCents",
    o.first_name || case when o.last_name = '' then '' else ' ' || left(o.last_name, 1) || '.' end as "ownerName",
    p.owner_id as "ownerId", r.id as "readerId", r.email as "readerEmail", r.language as "readerLanguage", coalesce(n.email, true) as "wantsMail",
    exists (select from suppressed_addresses x where x.address = v.address and x.kind in ('invitations', 'all'))
      as "isSuppressed"
  from invitations v join users s on s.id = v.inviter_id
  left join users a on a.id = v.accepted_by
  left join proposals p on p.id = v.proposal_id
  left join users o on o.id = p.owner_id
  left join campaigns c on c.id = v.campaign_id
  join mfis m on m.id = coalesce(p.mfi_id, c.mfi_id)
  left join users r on r.id = coalesce(v.accepted_by, (
    select e.id from users e join identities y on y.subject = e.subject and y.email_verified_at is not null
    where lower(e.email) = v.address
  ))
  left join notification_preferences n on n.user_id = r.id and n.kind = 'invited'`;

export async function findToldInvitation(db: Db, id: InvitationId): Promise<ToldInvitation | undefined> {
  const { rows } = await sql<ToldInvitation>`${INVITED} where v.id = ${id} and p.hidden_at is null`.execute(db);
  return rows[0];
}

/** All people who were invited to a proposal and have not backed it. */
export async function listInvitedWithoutBacking(db: Db, proposalId: ProposalId, now: Date): Promise<ToldInvitation[]> {
  const { rows } = await sql<ToldInvitation>`
    ${INVITED}
    where v.proposal_id = ${proposalId} and (v.accepted_at is not null or v.expires_at > ${now})
      and not exists (
        select from investments i join users b on b.id = i.investor_id
        where i.proposal_id = v.proposal_id and i.released_at is null
          and (b.id = v.accepted_by or lower(b.email) = v.address)
      )
    order by v.id`.execute(db);
  return rows;
}

export type ThankedBacker = {
  readonly title: string;
  readonly mfiName: string;
  readonly ownerId: UserId;
  readonly ownerName: string;
  readonly backerName: string;
  readonly email: string;
  readonly language: Language;
  readonly backedCents: Cents;
  /** A part of the loan was given up (R30.1). */
  readonly isForgiven: boolean;
};

export async function findThanked(db: Db, proposalId: ProposalId, userId: UserId): Promise<ThankedBacker | undefined> {
  const { rows } = await sql<ThankedBacker>`
    select p.title, m.name as "mfiName", p.owner_id as "ownerId", trim(o.first_name || ' ' || o.last_name) as "ownerName",
      u.first_name as "backerName", u.email, u.language, sum(i.amount_cents)::bigint as "backedCents",
      p.forgiven_cents > 0 as "isForgiven"
    from proposals p join mfis m on m.id = p.mfi_id join users o on o.id = p.owner_id
    join investments i on i.proposal_id = p.id and i.released_at is null join users u on u.id = i.investor_id
    where p.id = ${proposalId} and u.id = ${userId}
    group by p.id, m.id, o.id, u.id`.execute(db);
  return rows[0];
}

export type EmailOwner = {
  readonly email: string;
  readonly language: Language;
  readonly isVerified: boolean;
};

export async function findEmailOwner(db: Db, userId: UserId): Promise<EmailOwner | undefined> {
  const { rows } = await sql<EmailOwner>`
    select lower(u.email) as email, u.language, i.email_verified_at is not null as "isVerified"
    from users u join identities i on i.subject = u.subject where u.id = ${userId}`.execute(db);
  return rows[0];
}

export type NearProposal = {
  readonly title: string;
  readonly mfiName: string;
  readonly ownerId: UserId;
  readonly ownerEmail: string;
  readonly ownerLanguage: Language;
  readonly fundingDeadline: Date;
  readonly remainingCents: Cents;
};

/** Undefined when it is not open any more, or hidden. */
export async function findOpenProposal(db: Db, proposalId: ProposalId): Promise<NearProposal | undefined> {
  const { rows } = await sql<NearProposal>`
    select p.title, m.name as "mfiName", p.owner_id as "ownerId", o.email as "ownerEmail", o.language as "ownerLanguage",
      p.funding_deadline as "fundingDeadline", p.remaining_cents as "remainingCents"
    from proposals p join mfis m on m.id = p.mfi_id join users o on o.id = p.owner_id
    where p.id = ${proposalId} and p.status in ${OPEN_STATUSES} and p.deleted_at is null and p.hidden_at is null`.execute(
    db,
  );
  return rows[0];
}
