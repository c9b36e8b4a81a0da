import { type KeptCredit, PAYOUT_CENTS_MIN } from '@sathi/domain/payouts.ts';
import type { MfiId, PayoutAccountId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { PayoutAccountRow } from './payout-accounts.repository.ts';

export type KeptCreditRow = KeptCredit & {
  readonly accountId: PayoutAccountId;
  readonly userId: UserId;
  readonly mfiId: MfiId;
};

/** Money that came back since the closing is not sent there again (R25.4); before, its owner could judge that. */
const IS_OF_USE = sql`not exists (
  select from payouts f where f.payout_account_id = a.id and f.state = 'failed' and f.closed_at >= a.kept_at
)`;
/** Credit that institutions hold, and what loans there still owe. Common credit is not paid out (R25.6). */
const HAS_MORE_TO_COME = sql`exists (
  select from accounts w where w.user_id = a.user_id and w.kind = 'wallet' and w.mfi_id is not null
    and w.balance_cents >= ${PAYOUT_CENTS_MIN}::bigint
  union all
  select from accounts c join proposals p on p.id = c.proposal_id join mfis m on m.id = p.mfi_id
  where c.user_id = a.user_id and c.kind in ('claim', 'lost') and c.balance_cents > 0 and m.collection = 'expected'
)`;

export async function keepAfterClosing(tx: Tx, id: PayoutAccountId, keptAt: Date): Promise<void> {
  await tx.updateTable('payoutAccounts').set({ keptAt }).where('id', '=', id).execute();
}

/**
 * A person has come back: the phone may be somebody else's by now, so they keep the account no longer. Its number is forgotten by
 * the job, once no money is on its way there.
 */
export async function endKeeping(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`
    update payout_accounts set kept_at = null, removed_at = coalesce(removed_at, ${now})
    where user_id = ${userId} and kept_at is not null`.execute(tx);
}

/** Credit of those who left with an account kept: of all, or what is left to this account at this institution. */
export async function listKeptCredit(
  db: Db,
  of: Pick<KeptCreditRow, 'accountId' | 'mfiId'> | 'everybody',
): Promise<KeptCreditRow[]> {
  const isMeant = of === 'everybody' ? sql`true` : sql`a.id = ${of.accountId} and w.mfi_id = ${of.mfiId}`;
  const { rows } = await sql<KeptCreditRow>`
    select a.id as "accountId", a.user_id as "userId", w.mfi_id as "mfiId", m.time_zone as "timeZone", a.kept_at as "keptAt",
      (select max(o.requested_at) from payouts o where o.payout_account_id = a.id and o.mfi_id = w.mfi_id)
        as "lastAskedAt"
    from payout_accounts a
    join accounts w on w.user_id = a.user_id and w.kind = 'wallet' and w.mfi_id is not null
      and w.balance_cents >= ${PAYOUT_CENTS_MIN}::bigint
    join mfis m on m.id = w.mfi_id
    where a.kept_at is not null and a.removed_at is null and ${IS_OF_USE} and ${isMeant}
    order by a.id, w.mfi_id`.execute(db);
  return rows;
}

/** Kept accounts to which nothing was paid since then, and nothing will be (R13.7). */
export async function listOutlived(db: Db, lastPayoutBefore: Date): Promise<PayoutAccountRow[]> {
  const { rows } = await sql<PayoutAccountRow>`
    select a.id, a.user_id as "userId", a.method, a.sealed_destination as "sealedDestination",
      a.account_last4 as "accountLast4", a.added_at as "addedAt", a.removed_at as "removedAt",
      a.disowned_at as "disownedAt"
    from payout_accounts a
    where a.kept_at < ${lastPayoutBefore} and a.removed_at is null and a.account_last4 <> ''
      and not exists (
        select from payouts o where o.payout_account_id = a.id and (
          o.state in ('requested', 'sent') or coalesce(o.sent_at, o.closed_at, o.requested_at) >= ${lastPayoutBefore}
        )
      )
      and not (${IS_OF_USE} and ${HAS_MORE_TO_COME})
    order by a.id`.execute(db);
  return rows;
}
