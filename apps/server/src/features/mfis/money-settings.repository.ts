import type { MfiId } from '@sathi/domain/ids.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type MoneySettings = {
  readonly collection: 'trust' | 'expected';
  readonly payoutStepUp: boolean;
  /** Null where one person decides over any amount (R2.6). */
  readonly fourEyesFromCents: Cents | null;
  readonly payDays: number;
  readonly lapseGraceDays: number;
  readonly unpaidLimitCents: Cents;
  readonly autoBook: boolean;
  readonly localMoney: boolean;
  /** Null where people pay in dollars. */
  readonly localCurrency: LocalCurrency | null;
  readonly localUnitMinor: Minor;
  readonly fundingDays: number;
  readonly firstDueAfterMonths: number;
  readonly lateGraceDays: number;
  readonly approveBeforeBacking: boolean;
  readonly releaseOnApproval: boolean;
};

const COLUMNS = [
  'collection',
  'payoutStepUp',
  'fourEyesFromCents',
  'payDays',
  'lapseGraceDays',
  'unpaidLimitCents',
  'autoBook',
  'localMoney',
  'localCurrency',
  'localUnitMinor',
  'fundingDays',
  'firstDueAfterMonths',
  'lateGraceDays',
  'approveBeforeBacking',
  'releaseOnApproval',
] as const;

export async function findMoneySettings(db: Db, id: MfiId): Promise<MoneySettings | undefined> {
  return db.selectFrom('mfis').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Whether the institution has chosen that withdrawals ask for a proof; in production they do in any case (R25.1). */
export async function findPayoutStepUp(db: Db, id: MfiId): Promise<boolean> {
  return (await findMoneySettings(db, id))?.payoutStepUp ?? false;
}

/** The settings before a change of them, which waits for this transaction, and the name of the institution. */
export async function lockMoneySettings(tx: Tx, id: MfiId): Promise<MoneySettings & { readonly name: string }> {
  return tx
    .selectFrom('mfis')
    .select([...COLUMNS, 'name'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Whether an account in force takes pay-ins there; without a rate of its currency it is shown to nobody. */
export async function hasPayInAccount(db: Db, mfiId: MfiId): Promise<boolean> {
  const row = await db
    .selectFrom('moneyAccounts')
    .select('id')
    .where('mfiId', '=', mfiId)
    .where('forPayIn', '=', true)
    .where('approvedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setMoneySettings(tx: Tx, id: MfiId, values: Partial<MoneySettings>): Promise<void> {
  if (Object.keys(values).length > 0) await tx.updateTable('mfis').set(values).where('id', '=', id).execute();
}

/** Loans that were released before count their months as they did then (R8.2), also those that a process of before released. */
export async function keepFirstDue(tx: Tx, mfiId: MfiId, firstDueAfterMonths: number): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ firstDueAfterMonths })
    .where('mfiId', '=', mfiId)
    .where('status', '=', STATUS.funded)
    .where('firstDueAfterMonths', 'is', null)
    .execute();
}
