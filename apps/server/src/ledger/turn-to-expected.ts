import type { JournalId, MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { movedCreditCents } from '@sathi/domain/pay-ins.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { type NewJournal, postJournals } from './ledger.ts';

type Turning = Pick<NewJournal, 'actorId' | 'idempotencyKey' | 'requestHash' | 'at'> & { readonly mfiId: MfiId };

/**
 * Makes an institution collect what it expects, once and for ever (R19.2, R24.8): it gets the rows of its own money and of
 * gifts (R19.3), the credit that came from it becomes credit that it holds, and what it holds now is the opening of its position.
 * Backings count as paid; no journal changes. Its row and its proposals are held, so that no money moves meanwhile.
 */
export async function turnToExpected(tx: Tx, turning: Turning): Promise<void> {
  const { mfiId, at } = turning;
  await sql`select from mfis where id = ${mfiId} for update`.execute(tx);
  await sql`select from proposals where mfi_id = ${mfiId} order by id for no key update`.execute(tx);
  await moveCredit(tx, turning);
  const houseId = await openInstitution(tx, mfiId, 'house', at);
  const fundId = await openInstitution(tx, mfiId, 'fund', at);
  const { rows } = await sql<{ cents: Cents; journalId: JournalId }>`
    select (
      coalesce((
        select sum(a.balance_cents) from proposals p join accounts a on a.proposal_id = p.id
        where p.mfi_id = ${mfiId} and a.kind in ('escrow', 'suspense', 'rounding')
      ), 0) + coalesce((select sum(balance_cents) from accounts where mfi_id = ${mfiId}), 0)
    )::bigint as cents, coalesce((select max(id) from journals), 0)::bigint as "journalId"`.execute(tx);
  const [opening] = rows as [(typeof rows)[0]];
  await tx
    .updateTable('mfis')
    .set({
      collection: 'expected',
      houseId,
      fundId,
      openingCents: opening.cents,
      openingJournalId: opening.journalId,
    })
    .where('id', '=', mfiId)
    .execute();
}

/** A row of people as of a closed account: no look-up finds it, and it hears of nothing (R19.3). */
async function openInstitution(tx: Tx, mfiId: MfiId, name: 'house' | 'fund', at: Date): Promise<UserId> {
  const [phone, email] = [`${name} ${mfiId}`, `${name}-${mfiId}@nobody.invalid`];
  const { rows } = await sql<{ id: UserId }>`
    insert into users (first_name, last_name, phone, email, is_institution, created_at, closed_at)
    select name, ${name}, ${phone}, ${email}, true, ${at}, ${at} from mfis where id = ${mfiId} returning id`.execute(
    tx,
  );
  return (rows[0] as (typeof rows)[0]).id;
}

/** The common credit of each person, as far as this institution's journals put it there and did not take it. */
async function moveCredit(tx: Tx, { mfiId, ...turning }: Turning): Promise<void> {
  const { rows } = await sql<{ userId: UserId; commonCents: Cents; putInCents: Cents; tookCents: Cents }>`
    with moved as (
      select a.id, a.user_id, sum(t.amount_cents) filter (where t.to_account_id = a.id) as put_in,
        sum(t.amount_cents) filter (where t.from_account_id = a.id) as took
      from proposals p
      join journals j on j.proposal_id = p.id
      join transfers t on t.proposal_id = j.proposal_id and t.journal_id = j.id
      join accounts a on a.id in (t.from_account_id, t.to_account_id) and a.kind = 'wallet' and a.mfi_id is null
      where p.mfi_id = ${mfiId} group by a.id, a.user_id
    )
    select m.user_id as "userId", a.balance_cents as "commonCents", coalesce(m.put_in, 0)::bigint as "putInCents",
      coalesce(m.took, 0)::bigint as "tookCents"
    from moved m join accounts a on a.id = m.id order by a.id for no key update of a`.execute(tx);
  const journals = rows.flatMap(({ userId, ...sums }): NewJournal[] => {
    const amountCents = movedCreditCents(sums);
    if (amountCents === 0) return [];
    return [
      {
        ...turning,
        idempotencyKey: `${turning.idempotencyKey}:${userId}`,
        proposalId: null,
        mfiId,
        kind: 'credit_moved',
        amountCents,
        movements: [{ from: { kind: 'wallet', userId }, to: { kind: 'wallet', userId, mfiId }, amountCents }],
      },
    ];
  });
  await postJournals(tx, journals);
}
