import type { ProposalId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PROPOSAL_EVENTS } from '@sathi/contract/proposal-history.ts';
import { sql } from 'kysely';
import type { Cursor } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { localSum, PAID, WITHDRAWN } from './local-sums.repository.ts';

export const HISTORY_SORT = 'history';

export type HistoryRow = {
  /** Unique among all that a history is made of. */
  readonly id: number;
  readonly kind: (typeof PROPOSAL_EVENTS)[number];
  readonly fromStatus: number | null;
  readonly toStatus: number | null;
  /** Null when a job did it. */
  readonly actorName: string | null;
  readonly reason: string | null;
  /** A person's own words; of a withdrawal that was sent, its reference. */
  readonly note: string | null;
  readonly before: Record<string, unknown> | null;
  readonly amount: Cents | null;
  readonly local: LocalSum | null;
  readonly at: Date;
};

/** Apart enough that no id of one source reaches into the next. Sources with a higher factor came later in one instant. */
const APART = sql.lit(100_000_000_000_000);

const PAYMENT = localSum(PAID);
const WITHDRAWAL = localSum(WITHDRAWN);
const OF_LOAN = sql`join proposals p on p.id = y.proposal_id`;

/**
 * The history of a proposal, its payments and its withdrawals, newest first. The steps of payments and withdrawals are
 * read from their own rows, so that none is stored twice; of a payment that was taken back the events have the change of status alone.
 */
export async function listHistory(
  db: Db,
  proposalId: ProposalId,
  page: { readonly limit: number; readonly after: Cursor | null },
): Promise<HistoryRow[]> {
  const after = page.after
    ? sql`where (h.at, h.id) < (${page.after.value}::timestamptz, ${page.after.id}::bigint)`
    : sql``;
  const { rows } = await sql<HistoryRow>`
    select h.id, h.kind, h."fromStatus", h."toStatus", u.first_name || ' ' || u.last_name as "actorName", h.reason, h.note,
      h.before, h.amount, h.local, h.at
    from (
      select e.id + 5 * ${APART} as id, e.kind, e.from_status as "fromStatus", e.to_status as "toStatus", e.actor_id, e.reason,
        e.note, e.before, null::bigint as amount,
        null::jsonb as local, e.at
      from proposal_events e where e.proposal_id = ${proposalId} and e.kind <> 'payment_reversed'
      union all
      select y.id, 'payment_entered', null, null, y.entered_by, null, null, null, y.amount_cents, ${PAYMENT}, y.entered_at
      from payments y ${OF_LOAN} where y.proposal_id = ${proposalId}
      union all
      select y.id + 2 * ${APART}, 'payment_' || replace(y.state, 'reversed', 'approved'), null, null, y.decided_by, null, y.reason, null, y.amount_cents,
        ${PAYMENT}, y.decided_at
      from payments y ${OF_LOAN} where y.proposal_id = ${proposalId} and y.decided_at is not null
      union all
      select y.id + 6 * ${APART}, 'payment_reversed', e.from_status, e.to_status, y.reversed_by, null, y.reversal_reason, null,
        y.amount_cents, ${PAYMENT}, y.reversed_at
      from payments y ${OF_LOAN}
      left join proposal_events e on e.proposal_id = p.id and e.kind = 'payment_reversed' and e.at = y.reversed_at
        and y.id = (select min(o.id) from payments o where o.proposal_id = y.proposal_id and o.reversed_at = y.reversed_at)
      where y.proposal_id = ${proposalId} and y.reversed_at is not null
      union all
      select w.id + ${APART}, 'withdrawal_requested', null, null, w.owner_id, null, null, null, w.amount_cents, ${WITHDRAWAL},
        w.requested_at
      from withdrawals w where w.proposal_id = ${proposalId}
      union all
      select w.id + 3 * ${APART}, 'withdrawal_sent', null, null, w.sent_by, null, w.reference, null, w.amount_cents, ${WITHDRAWAL},
        w.sent_at
      from withdrawals w where w.proposal_id = ${proposalId} and w.sent_at is not null
      union all
      select w.id + 4 * ${APART}, 'withdrawal_' || w.state, null, null, w.closed_by, null, w.reason, null, w.amount_cents,
        ${WITHDRAWAL}, w.closed_at
      from withdrawals w where w.proposal_id = ${proposalId} and w.closed_at is not null
    ) h left join users u on u.id = h.actor_id ${after}
    order by h.at desc, h.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** The cursor with which {@link listHistory} goes on after this row. */
export function historyCursor({ at, id }: HistoryRow): Cursor {
  return { sort: HISTORY_SORT, value: at.toISOString(), id };
}
