import type { MfiId, MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import type { AccountNature, MoneyAccountValues, OfficeWords, Steering } from '@sathi/domain/money-accounts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type MoneyAccountRow = MoneyAccountValues & {
  readonly id: MoneyAccountId;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly enteredByName: string;
  readonly approvedAt: Date | null;
  readonly waiting: Partial<Steering> | null;
  readonly waitingBy: UserId | null;
  readonly waitingAt: Date | null;
  readonly waitingByName: string | null;
};

async function selectAccounts(db: Db, mfiId: MfiId, id: MoneyAccountId | null): Promise<MoneyAccountRow[]> {
  const { rows } = await sql<MoneyAccountRow>`
    select a.id, a.kind, a.currency, a.label, a.fee_words as "feeWords", a.holder, a.number, a.bank_name as "bankName", a.bic,
      a.upi_id as "upiId", a.qr_text as "qrText", a.for_pay_in as "forPayIn", a.for_pay_out as "forPayOut", a.instructions,
      a.entered_by as "enteredBy", a.entered_at as "enteredAt", e.first_name || ' ' || e.last_name as "enteredByName",
      a.approved_at as "approvedAt", a.waiting, a.waiting_by as "waitingBy", a.waiting_at as "waitingAt",
      w.first_name || ' ' || w.last_name as "waitingByName"
    from money_accounts a join users e on e.id = a.entered_by left join users w on w.id = a.waiting_by
    where a.mfi_id = ${mfiId} and (${id}::bigint is null or a.id = ${id}::bigint)
    order by a.id`.execute(db);
  return rows;
}

export async function listMoneyAccounts(db: Db, mfiId: MfiId): Promise<MoneyAccountRow[]> {
  return selectAccounts(db, mfiId, null);
}

/** Holds the account until the transaction ends. */
export async function lockMoneyAccount(tx: Tx, mfiId: MfiId, id: MoneyAccountId): Promise<MoneyAccountRow | undefined> {
  await sql`select id from money_accounts where id = ${id} for no key update`.execute(tx);
  const [row] = await selectAccounts(tx, mfiId, id);
  return row;
}

type Entered = { readonly enteredBy: UserId; readonly enteredAt: Date };
type Values = Partial<OfficeWords & Steering>;

export async function insertMoneyAccount(
  tx: Tx,
  account: AccountNature & OfficeWords & Steering & Entered & { readonly mfiId: MfiId },
): Promise<MoneyAccountId> {
  const { feeWords, instructions, ...columns } = account;
  const { id } = await tx
    .insertInto('moneyAccounts')
    .values({ ...columns, feeWords: JSON.stringify(feeWords), instructions: JSON.stringify(instructions) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts values in force, or changes those of an account that waits as a whole. */
export async function setMoneyAccount(tx: Tx, id: MoneyAccountId, values: Values & Partial<Entered>): Promise<void> {
  const { feeWords, instructions, ...columns } = values;
  const set = {
    ...columns,
    ...(feeWords && { feeWords: JSON.stringify(feeWords) }),
    ...(instructions && { instructions: JSON.stringify(instructions) }),
  };
  if (Object.keys(set).length > 0) await tx.updateTable('moneyAccounts').set(set).where('id', '=', id).execute();
}

/** The change that waits for a second person from now on; null for none. */
export async function setWaiting(
  tx: Tx,
  id: MoneyAccountId,
  waits: { readonly values: Partial<Steering>; readonly by: UserId; readonly at: Date } | null,
): Promise<void> {
  await tx
    .updateTable('moneyAccounts')
    .set({
      waiting: waits && JSON.stringify(waits.values),
      waitingBy: waits?.by ?? null,
      waitingAt: waits?.at ?? null,
    })
    .where('id', '=', id)
    .execute();
}

export async function setMoneyAccountApproved(
  tx: Tx,
  id: MoneyAccountId,
  approvedBy: UserId,
  approvedAt: Date,
): Promise<void> {
  await tx.updateTable('moneyAccounts').set({ approvedBy, approvedAt }).where('id', '=', id).execute();
}

/** An account in force that money may have gone to: an old one too, and a till. */
export async function findPayInAccount(db: Db, mfiId: MfiId, id: MoneyAccountId): Promise<MoneyAccountRow | undefined> {
  const [row] = await selectAccounts(db, mfiId, id);
  return row?.approvedAt === null ? undefined : row;
}
