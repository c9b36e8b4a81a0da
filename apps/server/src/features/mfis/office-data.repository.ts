import type { MfiId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import type { TableRow } from '../../db/table-row.ts';

type Part = (mfiId: MfiId) => RawBuilder<TableRow>;

/** Drafts are their owners' alone; one that was returned or ran out has a past that is not. */
const SEEN = sql`(p.status >= ${STATUS.published} or p.closed_reason is not null)`;

/** Rows of tables that hang on proposals, which name no institution. */
const ofLoans =
  (columns: RawBuilder<unknown>, table: string, isOfBooks = true): Part =>
  (mfiId) =>
    sql`select ${columns} from ${sql.table(table)} x join proposals p on p.id = x.proposal_id
      where p.mfi_id = ${mfiId} and ${SEEN} and (${isOfBooks} or p.deleted_at is null)`;

/** The office reads no words and pictures of a proposal that its owner deleted; books and history of it stay (R13.5). */
const wordsOf = (columns: RawBuilder<unknown>, table: string): Part => ofLoans(columns, table, false);

const ofOffice =
  (columns: RawBuilder<unknown>, table: string): Part =>
  (mfiId) =>
    sql`select ${columns} from ${sql.table(table)} x where x.mfi_id = ${mfiId}`;

/**
 * The data of an institution, all of it part by part (R31.5), beside the files that it may take singly. People are named in `people` alone, which an
 * import reads; the others name them by their numbers. Accounts of others are in none: each look at one is written down (R34.5). Every row has
 * an `id`, by which it is paged.
 */
export const OFFICE_PARTS: Readonly<Record<string, Part>> = {
  // One row for each borrower whose phone is proven, in the columns of an import; with the draft of one who has a proposal that nobody backs yet.
  people: (mfiId) => sql`
    select i.phone, u.first_name, u.last_name, u.language, d.title, d.description,
      case when d.asked_minor is null then d.amount_cents end as amount_cents,
      to_char(d.asked_minor / 100.0, 'FM9999999999990.00') as local, d.asked_currency as currency,
      d.months_to_repay, d.needed_on, d.place, d.category, d.story_language, u.id
    from users u join identities i on i.subject = u.subject and i.phone_verified_at is not null and not i.phone_by_email
      left join lateral (
        select * from proposals o
        where o.owner_id = u.id and o.mfi_id = ${mfiId} and o.deleted_at is null and o.status = ${STATUS.published}
        order by o.id desc limit 1
      ) d on true
    where exists (select from proposals p where p.owner_id = u.id and p.mfi_id = ${mfiId} and p.deleted_at is null and ${SEEN})`,
  backings: ofLoans(
    sql`x.id, x.proposal_id, x.investor_id, x.amount_cents, x.from_credit_cents, x.unpaid_cents, x.pay_by, x.invested_at, x.released_at`,
    'investments',
  ),
  history: (mfiId) => sql`
    select x.id, x.proposal_id, x.kind, x.from_status, x.to_status, x.actor_id, x.reason, x.note, x.at
    from proposal_events x join proposals p on p.id = x.proposal_id
    where p.mfi_id = ${mfiId} and ${SEEN} and (p.status >= ${STATUS.published} or x.kind <> 'edited')`,
  instalments: ofLoans(
    sql`x.proposal_id * 1000 + x.number as id, x.proposal_id, x.number, x.due_on, x.amount_cents, x.local_minor`,
    'instalments',
  ),
  plan_changes: ofLoans(
    sql`x.id, x.proposal_id, x.months, x.first_due_on, x.reason, x.state, x.entered_by, x.entered_at, x.approved_by, x.approved_at,
      x.closed_at, x.before`,
    'plan_changes',
  ),
  hardships: ofLoans(
    sql`x.id, x.proposal_id, x.reason, x.monthly_cents, x.monthly_minor, x.from_on, x.note, x.state, x.asked_at, x.answered_by,
      x.answer, x.closed_at`,
    'hardships',
  ),
  contacts: ofLoans(
    sql`x.id, x.proposal_id, x.contacted_by, x.contacted_at, x.way, x.outcome, x.promised_on, x.note, x.for_backers`,
    'loan_contacts',
  ),
  defaults: ofLoans(
    sql`x.id, x.proposal_id, x.state, x.asked_at, x.cause, x.reason, x.decided_by, x.closed_at`,
    'loan_defaults',
  ),
  write_offs: ofLoans(
    sql`x.id, x.proposal_id, x.state, x.reason, x.amount_cents, x.entered_by, x.entered_at, x.approved_by, x.closed_at`,
    'write_offs',
  ),
  forgivings: ofLoans(sql`x.id, x.proposal_id, x.user_id, x.amount_cents, x.forgiven_at`, 'forgivings'),
  release_undoings: ofLoans(
    sql`x.id, x.proposal_id, x.state, x.reason, x.amount_cents, x.released_at, x.entered_by, x.entered_at, x.approved_by,
      x.closed_at`,
    'release_undoings',
  ),
  withdrawals: ofLoans(
    sql`x.id, x.proposal_id, x.owner_id, x.amount_cents, x.local_minor, x.local_currency, x.state, x.method, x.payout_reference, x.reference as bank_reference, x.reason,
      x.requested_at, x.sent_at, x.sent_by, x.closed_at, x.closed_by, x.account_id, x.paid_minor, x.sent_on`,
    'withdrawals',
  ),
  // The same holds for an update that its owner deleted; its row tells when.
  updates: wordsOf(
    sql`x.id, x.proposal_id, case when x.deleted_at is null then x.description end as description,
      case when x.deleted_at is null then x.image end as image, x.posted_at, x.edited_at, x.deleted_at`,
    'updates',
  ),
  translations: wordsOf(
    sql`row_number() over (order by x.proposal_id, x.language) as id, x.proposal_id, x.language, x.title, x.description,
      x.translated_by, x.translated_at`,
    'translations',
  ),
  album: wordsOf(sql`x.id, x.proposal_id, x.image, x.alt, x.added_at`, 'gallery_images'),
  reminders: ofLoans(
    sql`row_number() over (order by x.proposal_id, x.due_on, x.days) as id, x.proposal_id, x.due_on, x.days, x.told_at, x.by_bell,
      x.by_sms, x.by_mail`,
    'loan_reminders',
  ),
  plan_versions: ofLoans(sql`x.id, x.proposal_id, x.from_on, x.change, x.grace_days, x.instalments`, 'plan_versions'),
  paused_loans: ofLoans(
    sql`row_number() over (order by x.pause_id, x.proposal_id) as id, x.pause_id, x.proposal_id, x.state, x.plan_change_id`,
    'pause_loans',
  ),
  pauses: ofOffice(
    sql`x.id, x.places, x.months, x.reason, x.entered_by, x.entered_at, x.undone_by, x.undone_at`,
    'pauses',
  ),
  notes: ofOffice(sql`x.id, x.person_id, x.author_id, x.text, x.written_at`, 'person_notes'),
  receipts: ofOffice(
    sql`x.id, x.user_id, x.amount_cents, x.local_minor, x.gain_cents, x.received_on, x.state, x.account_id, x.booked_by, x.booked_at,
      x.confirmed_by, x.confirmed_at, x.reversed_by, x.reversed_at, x.reason, x.till_id, x.receipt_number`,
    'receipts',
  ),
  payouts: ofOffice(
    sql`x.id, x.user_id, x.amount_cents, x.reference, x.state, x.requested_at, x.payable_from, x.account_id, x.paid_minor,
      x.bank_reference, x.sent_on, x.sent_at, x.sent_by, x.closed_at, x.closed_by, x.reason`,
    'payouts',
  ),
  batches: ofOffice(
    sql`x.id, x.account_id, x.state, x.entered_by, x.entered_at, x.approved_by, x.approved_at, x.reason`,
    'payout_batches',
  ),
  gifts: ofOffice(sql`x.id, x.user_id, x.campaign_id, x.amount_cents, x.given_at`, 'gifts'),
  gift_loans: ofOffice(sql`x.investment_id as id, x.proposal_id, x.campaign_id, x.lent_by, x.lent_at`, 'gift_loans'),
  debt_takeovers: ofOffice(
    sql`x.id, x.user_id, x.amount_cents, x.reason, x.entered_by, x.entered_at, x.approved_by, x.approved_at, x.self_approved`,
    'debt_takeovers',
  ),
  orders: ofOffice(
    sql`x.user_id as id, x.reference, x.created_at, x.lapsed_on, x.told_on, x.told_paid_on, x.told_channel, x.told_reference`,
    'pay_in_orders',
  ),
  own_money: ofOffice(sql`x.id, x.amount_cents, x.account_id, x.reference, x.drawn_by, x.drawn_at`, 'own_money_draws'),
  accounts: ofOffice(
    sql`x.id, x.kind, x.currency, x.label, x.holder, x.number, x.bank_name, x.bic, x.upi_id, x.for_pay_in, x.for_pay_out,
      x.entered_by, x.entered_at, x.approved_by, x.approved_at`,
    'money_accounts',
  ),
  rates: ofOffice(
    sql`x.id, x.currency, x.valid_from, x.rate_millionths, x.source, x.reason, x.state, x.entered_by, x.entered_at, x.decided_by,
      x.decided_at`,
    'money_rates',
  ),
  statements: (mfiId) => sql`
    select x.id, x.account_id, x.name, x.format, x.from_on, x.to_on, x.opening_minor, x.closing_minor, x.lines, x.uploaded_by,
      x.uploaded_at
    from statements x join money_accounts a on a.id = x.account_id where a.mfi_id = ${mfiId}`,
  statement_lines: (mfiId) => sql`
    select x.id, x.statement_id, x.account_id, x.line, x.booked_on, x.value_on, x.amount_minor, x.balance_minor, x.bank_ref,
      x.text, x.payer, x.state
    from statement_lines x join money_accounts a on a.id = x.account_id where a.mfi_id = ${mfiId}`,
  line_parts: (mfiId) => sql`
    select x.id, x.line_id, x.amount_minor, x.receipt_id, x.proposal_id, x.payment_id, x.withdrawal_id, x.payout_id, x.set_as, x.note,
      x.gain_change_cents, x.booked_by, x.booked_at, x.undone_by, x.undone_at, x.undo_reason
    from line_parts x join statement_lines l on l.id = x.line_id join money_accounts a on a.id = l.account_id
    where a.mfi_id = ${mfiId}`,
  tills: ofOffice(
    sql`x.id, x.number, x.account_id, x.officer_id, x.day, x.float_minor, x.opened_at, x.state, x.closed_by, x.closed_at,
      x.counted_minor, x.close_reason, x.received_by, x.received_at, x.received_minor, x.receive_reason`,
    'tills',
  ),
  till_entries: (mfiId) => sql`
    select x.id, x.till_id, x.number, x.state, x.reference, x.amount_minor, x.paid_on, x.note, x.payment_id, x.receipt_id, x.entered_at
    from till_entries x join tills t on t.id = x.till_id where t.mfi_id = ${mfiId}`,
  settlements: ofOffice(
    sql`row_number() over (order by x.month) as id, x.month, x.content, x.entered_by, x.entered_at, x.approved_by, x.approved_at`,
    'settlements',
  ),
  campaigns: ofOffice(
    sql`x.id, x.name, x.description, x.starts_on, x.ends_on, x.published, x.created_by, x.created_at, x.archived_at`,
    'campaigns',
  ),
  campaign_proposals: (mfiId) => sql`
    select row_number() over (order by x.campaign_id, x.proposal_id) as id, x.campaign_id, x.proposal_id, x.added_by, x.added_at
    from campaign_proposals x join campaigns c on c.id = x.campaign_id where c.mfi_id = ${mfiId}`,
  staff: (mfiId) => sql`
    select s.id, s.user_id, u.first_name, u.last_name, s.role
    from mfi_staff s join users u on u.id = s.user_id where s.mfi_id = ${mfiId}`,
  staff_entries: ofOffice(
    sql`x.id, x.user_id, x.role, x.entered_by, x.entered_at, x.approved_by, x.approved_at, x.closed_at, x.resets_factor`,
    'staff_entries',
  ),
  former_staff: ofOffice(sql`x.id, x.user_id, x.removed_by, x.removed_at`, 'former_staff'),
  freezes: ofOffice(
    sql`x.id, x.user_id, x.proposal_id, x.reason, x.frozen_by, x.frozen_at, x.lifted_by, x.lifted_at`,
    'freezes',
  ),
  phone_changes: ofOffice(
    sql`x.id, x.user_id, x.reason, x.entered_by, x.entered_at, x.approved_by, x.approved_at, x.in_force_at, x.closed_at, x.outcome`,
    'phone_changes',
  ),
  payout_resumes: ofOffice(
    sql`x.id, x.stop_id, x.reason, x.entered_by, x.entered_at, x.approved_by, x.approved_at`,
    'payout_resumes',
  ),
  reports: ofOffice(
    sql`x.id, x.proposal_id, x.kind, x.thing, x.owner_id, x.state, x.opened_at, x.hidden_at, x.decided_by, x.decided_at,
      x.decision_reason, x.appeal, x.appealed_at, x.answered_by, x.answered_at, x.answer`,
    'report_cases',
  ),
  imports: ofOffice(
    sql`x.id, x.name, x.lines_count, x.drafts_count, x.entered_by, x.entered_at, x.undone_by, x.undone_at, x.told_at`,
    'imports',
  ),
  holidays: ofOffice(sql`row_number() over (order by x.day) as id, x.day, x.name`, 'holidays'),
};

/** The rows after one, by their ids; from the first for null. */
export async function listOfficeRows(
  db: Db,
  mfiId: MfiId,
  part: Part,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    select * from (${part(mfiId)}) rows where id > ${after ?? 0} order by id limit ${limit}`.execute(db);
  return rows;
}
