import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

export type Violation = { readonly violation: string; readonly proposalId: number | null; readonly detail: string };

/** The parts of the audit that say of each loan, account, receipt and payout by itself whether it is sound. */
const PARTS = [
  'audit_of_loans',
  'audit_of_pay_ins',
  'audit_of_local_loans',
  'audit_of_sending',
  'audit_of_loan_ends',
  'audit_of_cancelling',
] as const;
/** They compare sums of everything, which only the whole audit has. */
export const ONLY_OF_ALL = [
  'a ledger does not sum to zero',
  'an institution holds other than its documents say',
] as const;

/**
 * Every disagreement about what has moved since: loans, accounts, receipts and payouts of new journals, each with all that
 * explains it. Its cost follows what is new, and how much there is of each; {@link ONLY_OF_ALL}, bank statements,
 * tills, gifts and the figures of institutions are looked at by the whole audit. Unless `believesSums`, kept sums count for nothing and all
 * transfers are read.
 */
export async function listFreshViolations(db: Db, since: Date, believesSums = true): Promise<Violation[]> {
  const { rows: parts } = await sql<{ text: string }>`
    select rtrim(pg_get_viewdef(name::regclass), ';') as text from unnest(${PARTS}::text[]) as name`.execute(db);
  const looked = sql.join(
    parts.map(({ text }) => sql`select * from (${sql.raw(text)}) part`),
    sql` union all `,
  );
  const { rows } = await sql<Violation>`
    with ${rowsSince(since, believesSums)}
    select violation, proposal_id as "proposalId", detail from (${looked}) found
    where violation <> all (${ONLY_OF_ALL}::text[]) limit 100`.execute(db);
  return rows;
}

/**
 * The rows that the parts are asked about, under the names of their tables: in the text of a view a name means the nearest
 * table. An account comes with all its transfers and a loan with all its documents, so that no sum is of a part. In the place of
 * older transfers an account of a person comes with one row that is their sum, as {@link keepSums} kept it.
 */
function rowsSince(since: Date, believesSums: boolean): RawBuilder<unknown> {
  return sql`
    moved as materialized (select * from public.journals where at >= ${since}),
    proposals as materialized (
      select * from public.proposals where id in (select proposal_id from moved)
    ),
    touched as materialized (
      select unnest(array[t.from_account_id, t.to_account_id]) as id
      from moved m join public.transfers t on t.proposal_id = m.proposal_id and t.journal_id = m.id
      union
      select a.id from proposals p join public.accounts a on a.proposal_key = p.id
        and a.kind in ('escrow', 'suspense', 'rounding', 'owed', 'awaited', 'claim', 'lost')
    ),
    accounts as materialized (select * from public.accounts where id in (select id from touched)),
    ${transfersOf(believesSums)},
    payments as materialized (
      select * from public.payments where proposal_id = any (array(select id from proposals))
    ),
    investments as materialized (
      select * from public.investments where proposal_id = any (array(select id from proposals))
    ),
    instalments as materialized (
      select * from public.instalments where proposal_id = any (array(select id from proposals))
    ),
    write_offs as materialized (
      select * from public.write_offs where proposal_id = any (array(select id from proposals))
    ),
    forgivings as materialized (
      select * from public.forgivings where proposal_id = any (array(select id from proposals))
    ),
    withdrawals as materialized (
      select * from public.withdrawals where proposal_id = any (array(select id from proposals))
    ),
    proposal_events as materialized (
      select * from public.proposal_events where proposal_id = any (array(select id from proposals)) and at >= ${since}
    ),
    receipts as materialized (
      select * from public.receipts
      where id = any (array(select distinct receipt_id from moved where receipt_id is not null))
    ),
    payouts as materialized (
      select * from public.payouts where user_id = any (array(select user_id from accounts where kind = 'leaving'))
    ),
    journals as materialized (
      select * from public.journals where proposal_id = any (array(select id from proposals))
      union
      select * from public.journals where receipt_id = any (array(select id from receipts))
      union
      select * from public.journals where payout_id = any (array(select id from payouts))
    ),
    line_parts as materialized (
      select * from public.line_parts
      where undone_at is null and withdrawal_id = any (array(select id from withdrawals))
      union
      select * from public.line_parts where undone_at is null and payout_id = any (array(select id from payouts))
    ),
    positions as materialized (select * from public.positions where false)`;
}

/** The transfers of the `accounts` that `moved` touched, with kept sums in the place of those that they have. */
function transfersOf(believesSums: boolean): RawBuilder<unknown> {
  return sql`
    known as materialized (
      select k.* from accounts a join public.audited_accounts k on k.account_id = a.id
      where a.proposal_key = 0 and ${believesSums}::boolean
    ),
    listed as materialized (
      select t.* from moved m join public.transfers t on t.proposal_id = m.proposal_id and t.journal_id = m.id
      union
      select * from public.transfers
      where from_account_id = any (array(select id from accounts except select account_id from known))
      union
      select * from public.transfers
      where to_account_id = any (array(select id from accounts except select account_id from known))
    ),
    counted_twice as materialized (
      select k.account_id, sum(l.cents) as cents
      from (
        select proposal_id, journal_id, from_account_id as account_id, -amount_cents as cents from listed
        union all
        select proposal_id, journal_id, to_account_id, amount_cents from listed
      ) l
      join known k on k.account_id = l.account_id
      join public.journals j on j.proposal_id = l.proposal_id and j.id = l.journal_id and j.at < k.until
      group by k.account_id
    ),
    transfers as materialized (
      select * from listed
      union all
      select null, null, null, null, k.account_id, k.cents - coalesce(c.cents, 0)
      from known k left join counted_twice c on c.account_id = k.account_id
    )`;
}

/**
 * Keeps the sum of the transfers in journals before `until` for each account of a person that moved since. Their balances must have been found
 * sound in this transaction, which sees one moment of the books.
 */
export async function keepSums(tx: Tx, since: Date, until: Date): Promise<void> {
  await sql`
    insert into audited_accounts (account_id, until, cents)
    select a.id, ${until}::timestamptz, a.balance_cents - coalesce(sum(l.change) filter (where l.at >= ${until}), 0)
    from (
      select t.from_account_id as id, -t.amount_cents as change, j.at
      from journals j join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id where j.at >= ${since}
      union all
      select t.to_account_id, t.amount_cents, j.at
      from journals j join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id where j.at >= ${since}
    ) l join accounts a on a.id = l.id and a.proposal_key = 0
    group by a.id
    on conflict (account_id) do update set until = excluded.until, cents = excluded.cents`.execute(tx);
}
