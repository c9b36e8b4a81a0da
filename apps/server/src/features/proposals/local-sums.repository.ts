import { type RawBuilder, sql } from 'kysely';

/**
 * A sum in the money that borrowers and staff read (R23.7): whole minor units, and their currency. Null or dollars where there is
 * none. `p` is the proposal, `y` a payment, `w` a withdrawal.
 */
export type SqlLocal = { readonly minor: RawBuilder<unknown>; readonly currency: RawBuilder<unknown> };

/**
 * The sum of a proposal that was asked for in local money; what it is paid out as is fixed at its release (R23.3). A
 * part of it, which its owner took, has no local sum until then (R31.2).
 */
export const ASKED: SqlLocal = {
  minor: sql`case when p.amount_asked_cents is null then p.asked_minor end`,
  currency: sql`p.asked_currency`,
};

/** The sum that is paid out, fixed by the release (R23.4); before it the sum that was asked for. */
export const LENT: SqlLocal = {
  minor: sql`coalesce(p.payout_minor, case when p.funded_cents = 0 then ${ASKED.minor} end)`,
  currency: sql`coalesce(p.local_currency, p.asked_currency)`,
};

/** The rest of the local instalments of a loan with a rate (R23.5). */
export const OUTSTANDING: SqlLocal = {
  minor: sql`(
    select greatest(0, sum(i.local_minor) - (
      select coalesce(sum(y.counted_minor), 0) from payments y where y.proposal_id = p.id and y.state = 'approved'
    )) from instalments i where i.proposal_id = p.id
  )`,
  currency: sql`p.local_currency`,
};

/** Dollars count in the plan of a local loan for the local money of their worth (R23.8). */
export const PAID: SqlLocal = {
  minor: sql`coalesce(case when y.local_currency <> 'USD' then y.local_minor end, y.counted_minor)`,
  currency: sql`coalesce(nullif(y.local_currency, 'USD'), p.local_currency)`,
};

export const WITHDRAWN: SqlLocal = { minor: sql`w.local_minor`, currency: sql`w.local_currency` };

/** A local sum as an answer carries it; null for dollars. */
export function localSum({ minor, currency }: SqlLocal): RawBuilder<unknown> {
  return sql`case when ${currency} <> 'USD' and ${minor} is not null
    then jsonb_build_object('amount', ${minor}, 'currency', ${currency}) end`;
}
