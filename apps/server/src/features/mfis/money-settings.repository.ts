import type { MfiId } from '@sathi/domain/ids.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

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

/**
 * Keeps what the institution gave until now where no loan has it yet: released ones count their months so (R8.2), and those that collect
 * are extended by as many days (R5.6).
 */
export async function keepTerms(
  tx: Tx,
  mfiId: MfiId,
  { firstDueAfterMonths, fundingDays }: Pick<MoneySettings, 'firstDueAfterMonths' | 'fundingDays'>,
): Promise<void> {
  await sql`
    with kept as (
      select id, funded_cents > 0 as is_released from proposals
      where mfi_id = ${mfiId}
        and (funded_cents > 0 and first_due_after_months is null or published_at is not null and funding_days is null)
      order by id for no key update
    )
    update proposals p set first_due_after_months = case when k.is_released then coalesce(p.first_due_after_months, ${firstDueAfterMonths})
        else p.first_due_after_months end,
      funding_days = coalesce(p.funding_days, ${fundingDays})
    from kept k where k.id = p.id`.execute(tx);
}
