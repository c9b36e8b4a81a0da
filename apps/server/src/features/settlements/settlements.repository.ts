import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

/** The figures that are signed: by kind of event, and by place of the money. Cents; null for what moves none. */
export type SettlementContent = {
  readonly events: ReadonlyArray<{
    readonly event: string;
    readonly count: number;
    readonly amountCents: Cents | null;
    readonly selfApproved: number;
  }>;
  readonly places: readonly PlaceSums[];
};
export type PlaceSums = { readonly place: string; readonly openingCents: Cents; readonly closingCents: Cents };

export type SettlementRow = {
  readonly month: CalendarDate;
  readonly content: SettlementContent;
  readonly enteredBy: UserId;
  readonly enteredByName: string;
  readonly enteredAt: Date;
  readonly approvedByName: string | null;
  readonly approvedAt: Date | null;
  readonly selfApproved: boolean;
};

/** The settlements of an institution, the newest first; with `month` only that one. */
export async function listSettlements(db: Db | Tx, mfiId: MfiId, month?: CalendarDate): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`
    select s.month, s.content, s.entered_by as "enteredBy", e.first_name || ' ' || e.last_name as "enteredByName",
      s.entered_at as "enteredAt", a.first_name || ' ' || a.last_name as "approvedByName", s.approved_at as "approvedAt",
      s.self_approved as "selfApproved"
    from settlements s join users e on e.id = s.entered_by left join users a on a.id = s.approved_by
    where s.mfi_id = ${mfiId} and s.month = coalesce(${month ?? null}::date, s.month) order by s.month desc`.execute(
    db,
  );
  return rows;
}

type Entered = {
  readonly mfiId: MfiId;
  readonly month: CalendarDate;
  readonly content: SettlementContent;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
};

/** Writes the first signature of a month, in the place of one that nobody followed. */
export async function enterSettlement(tx: Tx, entered: Entered): Promise<void> {
  const { mfiId, month, content, enteredBy, enteredAt } = entered;
  await sql`
    insert into settlements (mfi_id, month, content, entered_by, entered_at)
    values (${mfiId}, ${month}::date, ${JSON.stringify(content)}::jsonb, ${enteredBy}, ${enteredAt})
    on conflict (mfi_id, month) do update set content = excluded.content, entered_by = excluded.entered_by,
      entered_at = excluded.entered_at`.execute(tx);
}

type Approved = Pick<Entered, 'mfiId' | 'month'> & {
  readonly approvedBy: UserId;
  readonly approvedAt: Date;
  readonly selfApproved: boolean;
};

export async function approveSettlement(tx: Tx, approved: Approved): Promise<void> {
  const { mfiId, month, approvedBy, approvedAt, selfApproved } = approved;
  await sql`
    update settlements set approved_by = ${approvedBy}, approved_at = ${approvedAt}, self_approved = ${selfApproved}
    where mfi_id = ${mfiId} and month = ${month}::date`.execute(tx);
}

/** The balances of an institution at both ends of a month, by the journals until then: of its loans, and of credit with it. */
export async function listPlaces(db: Db | Tx, mfiId: MfiId, month: CalendarDate): Promise<PlaceSums[]> {
  const { rows } = await sql<PlaceSums>`
    with bounds as (
      select ${month}::date::timestamp at time zone time_zone as begins,
        (${month}::date + interval '1 month') at time zone time_zone as ends from mfis where id = ${mfiId}
    ), places as materialized (
      select a.id, a.kind from accounts a left join proposals p on p.id = a.proposal_id
      where a.kind in ('escrow', 'awaited', 'suspense', 'rounding', 'wallet', 'leaving')
        and (p.mfi_id = ${mfiId} or a.mfi_id = ${mfiId})
    ), moved as (
      select p.kind, t.proposal_id, t.journal_id, t.amount_cents as cents
      from places p join transfers t on t.to_account_id = p.id
      union all
      select p.kind, t.proposal_id, t.journal_id, -t.amount_cents
      from places p join transfers t on t.from_account_id = p.id
    )
    select m.kind as place, coalesce(sum(m.cents) filter (where j.at < b.begins), 0)::bigint as "openingCents",
      coalesce(sum(m.cents), 0)::bigint as "closingCents"
    from bounds b join journals j on j.at < b.ends
    join moved m on m.proposal_id = j.proposal_id and m.journal_id = j.id
    group by m.kind order by m.kind`.execute(db);
  return rows;
}
