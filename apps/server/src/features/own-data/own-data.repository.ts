import type { UserId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { TableRow } from '../../db/table-row.ts';
import { isAccountOf } from '../../ledger/ledger.ts';

/** The own subject, which accounts, sessions and factors hang on. */
const subjectOf = (id: UserId) => sql`(select subject from users where id = ${id})`;

/** Null for a phone that was confirmed by e-mail only: it may be somebody else's (R33.2). */
const provenPhoneOf = (id: UserId) =>
  sql`(select u.phone from users u join identities i on i.subject = u.subject where u.id = ${id} and not i.phone_by_email)`;

/** Null for an e-mail that was never confirmed: it may be somebody else's (R33.2). */
const provenEmailOf = (id: UserId) => sql`(select lower(u.email) from users u
  join identities i on i.subject = u.subject where u.id = ${id} and i.email_verified_at is not null)`;

/**
 * The data that are kept about one person, part by part (R13.3). Of others it holds their numbers, never their names or
 * words; of secrets that there is one, never the secret. `own-data.test.ts` holds the parts against the tables.
 */
export const PARTS: Readonly<Record<string, (id: UserId) => RawBuilder<TableRow>>> = {
  profile: (id) => sql`
    select u.id, u.subject, u.first_name, u.last_name, u.phone, u.email, u.email_of_mfi, u.bio, u.profile_image, u.public_address, u.language,
      u.payouts_rest_until, u.came_back_at, u.created_at, i.phone_verified_at, i.phone_by_email, i.email_verified_at, i.email_changed_at,
      i.terms_version, i.terms_network
    from users u left join identities i on i.subject = u.subject where u.id = ${id}`,
  sessions: (id) => sql`
    select id, device, created_at, refreshed_at, ends_at, proven_at from sessions where subject = ${subjectOf(id)} order by id`,
  news_on_devices: (id) => sql`
    select s.session_id, e.device, s.made_at from push_subscriptions s join sessions e on e.id = s.session_id
    where s.user_id = ${id} order by s.id`,
  devices: (id) => sql`select seen_at from known_devices where subject = ${subjectOf(id)} order by seen_at`,
  second_factors: (id) => sql`
    select id, kind, name, created_at, last_used_at from second_factors where subject = ${subjectOf(id)} order by id`,
  recovery_codes: (id) => sql`
    select created_at, used_at from recovery_codes where subject = ${subjectOf(id)} order by created_at`,
  freezes: (id) => sql`
    select mfi_id, proposal_id, reason, frozen_at, lifted_at from freezes
    where user_id = ${id} or proposal_id in (select id from proposals where owner_id = ${id}) order by frozen_at`,
  changes_waiting: (id) => sql`
    select what, value, asked_at from pending_changes where subject = ${subjectOf(id)} order by what`,
  phone_changes: (id) => sql`
    select mfi_id, old_phone, new_phone, reason, entered_at, approved_at, in_force_at, closed_at, outcome
    from phone_changes where user_id = ${id} order by id`,
  staff_roles: (id) => sql`select mfi_id, role from mfi_staff where user_id = ${id} order by mfi_id`,
  staff_history: (id) => sql`
    select e.mfi_id, 'entered' as event, e.role, e.entered_by as by_user_id, e.entered_at as at from staff_entries e
      where e.user_id = ${id} or e.phone = ${provenPhoneOf(id)}
    union all
    select f.mfi_id, 'removed', null, f.removed_by, f.removed_at from former_staff f where f.user_id = ${id}
    order by at`,
  staff_acts: (id) => sql`
    select mfi_id, action, details, network, at from audit_log where actor_id = ${id} or entered_by = ${id} order by id`,
  looked_after: (id) => sql`select id, mfi_id from proposals where officer_id = ${id} order by id`,
  staff_notes: (id) => sql`
    select mfi_id, case when person_id = ${id} then text end as text, written_at from person_notes
    where person_id = ${id} or author_id = ${id} order by id`,
  proposals: (id) => sql`
    select id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, image, image_alt, place, category, story_language, status, published_at,
      funding_deadline, extended_at, accept_partial, amount_asked_cents, approved_at, closed_reason, return_reason, return_note, backed_cents, funded_cents, sent_cents,
      repaid_cents, forgiven_cents, backed_at, funded_at, repaid_at, defaulted_at, written_off_at, deleted_at, created_at, stays_public, reduced_at,
      loan_reference, asked_minor, asked_currency, local_currency, rate_millionths, rate_on, payout_minor
    from proposals where owner_id = ${id} order by id`,
  contacts: (id) => sql`
    select c.proposal_id, c.way, c.outcome, c.promised_on, case when p.owner_id = ${id} then c.note end as note,
      case when p.owner_id = ${id} then c.for_backers end as for_backers, c.contacted_at
    from loan_contacts c join proposals p on p.id = c.proposal_id
    where p.owner_id = ${id} or c.contacted_by = ${id} order by c.id`,
  defaults: (id) => sql`
    select d.proposal_id, d.state, d.asked_at, d.cause, case when p.owner_id = ${id} then d.reason end as reason, d.closed_at, (
        select coalesce(jsonb_agg(jsonb_build_object(
          'reason', case when p.owner_id = ${id} then y.reason end, 'at', y.put_off_at) order by y.id), '[]'::jsonb)
        from default_delays y where y.default_id = d.id
      ) as put_off
    from loan_defaults d join proposals p on p.id = d.proposal_id
    where p.owner_id = ${id} or d.decided_by = ${id}
      or exists (select from default_delays y where y.default_id = d.id and y.put_off_by = ${id}) order by d.id`,
  write_offs: (id) => sql`
    select w.proposal_id, w.state, case when p.owner_id = ${id} then w.reason end as reason, w.amount_cents, w.entered_at, w.closed_at
    from write_offs w join proposals p on p.id = w.proposal_id
    where p.owner_id = ${id} or w.entered_by = ${id} or w.approved_by = ${id} order by w.id`,
  release_undoings: (id) => sql`
    select u.proposal_id, u.state, case when p.owner_id = ${id} then u.reason end as reason, u.amount_cents, u.released_at,
      u.entered_at, u.closed_at
    from release_undoings u join proposals p on p.id = u.proposal_id
    where p.owner_id = ${id} or u.entered_by = ${id} or u.approved_by = ${id} order by u.id`,
  forgiven: (id) => sql`
    select proposal_id, amount_cents, says_who, forgiven_at from forgivings where user_id = ${id} order by id`,
  hardships: (id) => sql`
    select h.proposal_id, h.reason, h.monthly_cents, h.monthly_minor, h.from_on, h.note, h.state, h.asked_at, h.answer, h.closed_at
    from hardships h join proposals p on p.id = h.proposal_id
    where p.owner_id = ${id} or h.answered_by = ${id} order by h.id`,
  imports: (id) => sql`
    select id, mfi_id, name, lines_count, drafts_count, entered_at, undone_at from imports
    where entered_by = ${id} or undone_by = ${id} order by id`,
  offers: (id) => sql`
    select id, mfi_id, first_name, last_name, language, draft, state, proposal_id, closed_at from import_lines
    where user_id = ${id} or (state = 'waiting' and phone = ${provenPhoneOf(id)}) order by id`,
  pauses: (id) => sql`
    select mfi_id, places, months, reason, entered_at, undone_at from pauses
    where entered_by = ${id} or undone_by = ${id} order by id`,
  plan_changes: (id) => sql`
    select c.proposal_id, c.months, c.first_due_on, c.reason, c.state, c.entered_at, c.closed_at
    from plan_changes c join proposals p on p.id = c.proposal_id
    where p.owner_id = ${id} or c.entered_by = ${id} or c.approved_by = ${id} order by c.id`,
  reminders: (id) => sql`
    select r.proposal_id, r.due_on, r.told_at, r.by_bell, r.by_sms, r.by_mail
    from loan_reminders r join proposals p on p.id = r.proposal_id where p.owner_id = ${id} order by r.told_at`,
  translations: (id) => sql`
    select t.proposal_id, t.language, t.title, t.description, t.translated_at
    from translations t join proposals p on p.id = t.proposal_id
    where p.owner_id = ${id} or t.translated_by = ${id} order by t.proposal_id, t.language`,
  proposal_events: (id) => sql`
    select e.proposal_id, e.kind, e.from_status, e.to_status, e.reason, e.note, e.at
    from proposal_events e join proposals p on p.id = e.proposal_id
    where p.owner_id = ${id} or e.actor_id = ${id} order by e.at, e.id`,
  updates: (id) => sql`
    select u.proposal_id, u.id, u.image, u.description, u.posted_at, u.edited_at, u.deleted_at
    from updates u join proposals p on p.id = u.proposal_id where p.owner_id = ${id} order by u.id`,
  album: (id) => sql`
    select g.proposal_id, g.id, g.image, g.alt, g.added_at
    from gallery_images g join proposals p on p.id = g.proposal_id where p.owner_id = ${id} order by g.id`,
  instalments: (id) => sql`
    select s.proposal_id, s.number, s.due_on, s.amount_cents, s.local_minor
    from instalments s join proposals p on p.id = s.proposal_id where p.owner_id = ${id} order by s.proposal_id, s.number`,
  payments: (id) => sql`
    select proposal_id, id, amount_cents, state, entered_by, entered_at, decided_by, decided_at, reason,
      reversed_by, reversed_at, reversal_reason, channel, account_id, paid_on, local_minor, counted_minor, local_currency,
      case when owner_id = ${id} then own_reference end as own_reference, case when owner_id = ${id} then slip end as slip
    from payments where owner_id = ${id} or entered_by = ${id} or decided_by = ${id} order by id`,
  payout_stops: (id) => sql`select id, stopped_at, resumes_at from payout_stops where user_id = ${id} order by id`,
  payout_resumes: (id) => sql`
    select r.stop_id, r.mfi_id, r.entered_by, r.entered_at, r.approved_by, r.approved_at
    from payout_resumes r join payout_stops s on s.id = r.stop_id
    where s.user_id = ${id} or r.entered_by = ${id} or r.approved_by = ${id} order by r.id`,
  payout_shows: (id) => sql`
    select p.withdrawal_id, p.payout_id, p.shown_by, p.reason, p.shown_at
    from payout_shows p left join withdrawals w on w.id = p.withdrawal_id left join payouts o on o.id = p.payout_id
    where w.owner_id = ${id} or o.user_id = ${id} or p.shown_by = ${id} order by p.id`,
  payouts: (id) => sql`
    select id, mfi_id, amount_cents, payout_account_id, reference, state, requested_at, payable_from, account_id, paid_minor,
      bank_reference, sent_on, sent_at, closed_at, reason
    from payouts where user_id = ${id} order by id`,
  backings: (id) => sql`
    select proposal_id, id, amount_cents, from_credit_cents, unpaid_cents, pay_by, anonymous, invested_at, released_at
    from investments where investor_id = ${id} order by id`,
  pay_in_orders: (id) => sql`
    select mfi_id, reference, created_at, told_on, told_paid_on, told_channel, told_reference, told_slip
    from pay_in_orders where user_id = ${id} order by mfi_id`,
  receipts: (id) => sql`
    select r.id, r.mfi_id, r.amount_cents, r.local_minor, a.currency, r.received_on, r.own_reference, r.state, r.booked_at,
      r.confirmed_at, r.reversed_at, r.reason
    from receipts r left join money_accounts a on a.id = r.account_id where r.user_id = ${id} order by r.id`,
  gifts: (id) => sql`
    select id, mfi_id, campaign_id, amount_cents, given_at from gifts where user_id = ${id} order by id`,
  relend_rules: (id) => sql`
    select mfi_id, is_on, campaign_id, per_loan_cents, keep_cents, ran_on
    from relend_rules where user_id = ${id} order by mfi_id`,
  debt_takeovers: (id) => sql`
    select mfi_id, amount_cents, reason, entered_at, approved_at from debt_takeovers where user_id = ${id} order by id`,
  balances: (id) => sql`
    select kind, proposal_id, mfi_id, balance_cents from accounts a where ${isAccountOf(sql`${id}::bigint`)} order by id`,
  movements: (id) => sql`
    with own as materialized (select a.id from accounts a where ${isAccountOf(sql`${id}::bigint`)})
    select j.id as journal_id, j.proposal_id, j.kind, f.kind as from_account, g.kind as to_account, t.amount_cents, j.at
    from (
      select t.* from own o join transfers t on t.from_account_id = o.id
      union select t.* from own o join transfers t on t.to_account_id = o.id
    ) t
    join journals j on j.proposal_id = t.proposal_id and j.id = t.journal_id
    join accounts f on f.id = t.from_account_id join accounts g on g.id = t.to_account_id
    order by j.id, t.id`,
  messages: (id) => sql`
    select proposal_id, id, text, sent_at from messages where author_id = ${id} order by id`,
  messages_read: (id) => sql`
    select proposal_id, last_read_message_id from message_reads where user_id = ${id} order by proposal_id`,
  message_reports: (id) => sql`
    select message_id, reason, reported_at from message_reports where reporter_id = ${id} order by reported_at`,
  reports: (id) => sql`
    select c.kind, c.thing, c.proposal_id, e.reason, e.reported_at, c.state
    from reports e join report_cases c on c.id = e.case_id where e.reporter_id = ${id} order by e.reported_at`,
  reported_things: (id) => sql`
    select kind, thing, proposal_id, state, hidden_at, decided_at, decision_reason, appeal, appealed_at, answered_at, answer
    from report_cases where owner_id = ${id} order by id`,
  blocked_people: (id) => sql`
    select blocked_id, blocked_at from blocked_people where user_id = ${id} order by blocked_at`,
  saved_searches: (id) => sql`
    select name, filters, saved_at, looked_until from saved_searches where user_id = ${id} order by id`,
  ignored_proposals: (id) => sql`
    select proposal_id, ignored_at from ignored_proposals where user_id = ${id} order by ignored_at`,
  invitations_sent: (id) => sql`
    select id, proposal_id, campaign_id, address, note, first_sent_at, sent_at, sends, expires_at, accepted_at
    from invitations where inviter_id = ${id} order by id`,
  invitation_mails: (id) => sql`select address, at from invitation_sends where inviter_id = ${id} order by at`,
  invitations_received: (id) => sql`
    select v.id, v.proposal_id, v.campaign_id, v.inviter_id, v.sent_at, v.accepted_at
    from invitations v where v.accepted_by = ${id} or v.address = ${provenEmailOf(id)}
    order by v.id`,
  share_links: (id) => sql`
    select code, proposal_id, campaign_id, made_at, visits, backings from share_links where user_id = ${id} order by id`,
  loan_news: (id) => sql`
    select kind, proposal_id, amount_cents, told_at, mailed_on from loan_news where user_id = ${id} order by told_at, event_key`,
  daily_mails: (id) => sql`select kind, object, day from daily_mails where recipient_id = ${id} order by day`,
  mails_refused: (id) => sql`
    select kind, reason, at from suppressed_addresses where address = ${provenEmailOf(id)}`,
  notifications: (id) => sql`
    select kind, proposal_id, campaign_id, actor_id, amount_cents, at, read_at
    from notifications where user_id = ${id} order by at, id`,
  notification_preferences: (id) => sql`
    select kind, in_app, email, sms from notification_preferences where user_id = ${id} order by kind`,
  campaigns: (id) => sql`
    select id, mfi_id, name, description, starts_on, ends_on, created_at from campaigns where created_by = ${id} order by id`,
  campaign_proposals: (id) => sql`
    select campaign_id, proposal_id, added_at from campaign_proposals where added_by = ${id} order by added_at`,
  pictures: (id) => sql`
    select key, width, height, size_bytes, created_at from files where owner_id = ${id} order by created_at, key`,
  chain_keys: (id) => sql`select public_key, created_at from chain_keys where user_id = ${id}`,
  chain_operations: (id) => sql`
    select id, kind, token, units, proposal_ref, status, created_at from chain_operations where user_id = ${id} order by id`,
  export_links: (id) => sql`select made_at, expires_at from own_data_links where user_id = ${id}`,
};

export async function listOwnRows(db: Db, part: string, userId: UserId): Promise<readonly TableRow[]> {
  const query = PARTS[part];
  return query === undefined ? [] : (await query(userId).execute(db)).rows;
}
