import type { UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { WaitingPayment } from '@sathi/domain/repayments.ts';
import { type RawBuilder, sql } from 'kysely';
import { unreadOf } from '../messages/unread.repository.ts';

/** The part of a card that is about its reader, or that no visitor is told. */
export type ToldToReaders = {
  readonly approvedByName: string | null;
  /** The payments that wait. */
  readonly waiting: readonly WaitingPayment[];
  /** The collector of the loan; null for an officer who left the office. */
  readonly officerId: UserId | null;
  /** Staff are asked whether it is in default (R29.1). */
  readonly isDefaultAsked: boolean;
  readonly isBackedByReader: boolean;
  readonly isIgnored: boolean;
  /** The loan owes the reader something that is not lost. */
  readonly isReaderOwed: boolean;
  readonly hasOpenWithdrawal: boolean;
  /** The reader has written in the conversation of the proposal. */
  readonly hasWritten: boolean;
  /** Messages of others after the last one that was read; for readers of the conversation only. */
  readonly unreadMessagesCount: number;
  /** The local sums of the plan, and of what approved and waiting payments count for in it; null for a loan in dollars (R23.5). */
  readonly plannedMinor: Minor | null;
  readonly countedMinor: Minor | null;
  readonly waitingMinor: Minor | null;
  /** The reader approved it, and where two decide another releases its money (R34.3). */
  readonly awaitsAnother: boolean;
  /** The reader has a colleague, and two decide about its amount (R6.8). */
  readonly isOneOfTwo: boolean;
  /** Its institution has stopped the proposal, its owner or the reader (R34.7). */
  readonly isFrozen: boolean;
  /** Reports hide it or something around it. */
  readonly hasHidden: boolean;
};

/** For a visitor, so that the database looks nothing of it up. */
export const UNTOLD: ToldToReaders = {
  approvedByName: null,
  waiting: [],
  officerId: null,
  isDefaultAsked: false,
  isBackedByReader: false,
  isIgnored: false,
  isReaderOwed: false,
  hasOpenWithdrawal: false,
  hasWritten: false,
  unreadMessagesCount: 0,
  plannedMinor: null,
  countedMinor: null,
  waitingMinor: null,
  awaitsAnother: false,
  isOneOfTwo: false,
  isFrozen: false,
  hasHidden: false,
};

/** The columns of {@link ToldToReaders} in a query of proposals `p` with their institutions `m`. */
export function toldTo(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    (select a.first_name || ' ' || a.last_name from users a where a.id = p.approved_by) as "approvedByName",
    ${WAITING} as waiting,
    case when p.officer_id is not null then (
      select s.user_id from mfi_staff s where s.mfi_id = p.mfi_id and s.user_id = p.officer_id
    ) end as "officerId",
    exists (select from loan_defaults d where d.proposal_id = p.id and d.state = 'asked') as "isDefaultAsked",
    exists (select from investments i where i.proposal_id = p.id and i.investor_id = ${reader}
      and i.released_at is null) as "isBackedByReader",
    exists (select from accounts a where a.kind = 'claim' and a.proposal_key = p.id and a.user_key = ${reader}
      and a.balance_cents > 0) as "isReaderOwed",
    exists (select from ignored_proposals g where g.proposal_id = p.id and g.user_id = ${reader}) as "isIgnored",
    exists (select from withdrawals w where w.proposal_id = p.id and w.state in ('requested', 'sent', 'confirmed'))
      as "hasOpenWithdrawal",
    exists (select from messages e where e.proposal_id = p.id and e.author_id = ${reader}) as "hasWritten",
    (select count(*)::int from messages m where m.proposal_id = p.id and ${unreadOf(reader)}) as "unreadMessagesCount",
    exists (select from freezes z where z.mfi_id = p.mfi_id and z.lifted_at is null
      and (z.proposal_id = p.id or z.user_id in (p.owner_id, ${reader}))) as "isFrozen",
    exists (
      select from report_cases r where r.proposal_id = p.id and r.state in ('hidden', 'hidden_for_good')) as "hasHidden",
    ${awaitsAnother(reader, { first: sql`p.approved_by`, cents: sql`p.amount_cents` })} as "awaitsAnother",
    ${awaitsAnother(reader, { first: reader, cents: sql`p.amount_cents` })} as "isOneOfTwo",
    case when p.local_currency is not null then (
      select sum(n.local_minor)::bigint from instalments n where n.proposal_id = p.id
    ) end as "plannedMinor",
    ${countedLocal('approved')} as "countedMinor", ${countedLocal('pending')} as "waitingMinor"`;
}

/** The payments of a loan that wait, by the day on which they were entered. */
const WAITING = sql`case when p.pending_cents = 0 then '[]'::jsonb else coalesce((
    select jsonb_agg(jsonb_build_object('amountCents', y.amount_cents, 'enteredOn', (y.entered_at at time zone m.time_zone)::date))
    from payments y where y.proposal_id = p.id and y.state = 'pending'
  ), '[]'::jsonb) end`;

/** The local money that payments count for in the plan of a loan; null for a loan in dollars (R23.5). */
function countedLocal(state: 'approved' | 'pending'): RawBuilder<unknown> {
  return sql`case when p.local_currency is not null then (
    select coalesce(sum(y.counted_minor), 0)::bigint from payments y where y.proposal_id = p.id and y.state = ${state}
  ) end`;
}

/** Whether this reader did the first of two steps about a sum, and another does the second (R2.6). `m` is the institution. */
export function awaitsAnother(
  reader: RawBuilder<unknown>,
  { first, cents }: { readonly first: RawBuilder<unknown>; readonly cents: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${first} = ${reader} and ${cents} >= m.four_eyes_from_cents and exists (
    select from mfi_staff s where s.mfi_id = m.id and s.user_id <> ${reader}), false)`;
}
