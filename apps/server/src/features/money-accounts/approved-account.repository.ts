import type { MfiId, MoneyAccountId } from '@sathi/domain/ids.ts';
import type { Db } from '../../db/db.ts';
import { found } from '../../errors/refusal-error.ts';
import { listMoneyAccounts, type MoneyAccountRow } from './money-accounts.repository.ts';

/** An account of the MFI that a second person has confirmed. @throws RefusalError `not_found` */
export async function approvedAccount(db: Db, mfiId: MfiId, id: MoneyAccountId): Promise<MoneyAccountRow> {
  const accounts = await listMoneyAccounts(db, mfiId);
  return found(accounts.find((account) => account.id === id && account.approvedAt !== null));
}

/** The account that a request names, found before its values are judged; null where none could be read. @throws RefusalError `not_found` */
export async function askedAccount(
  db: Db,
  mfiId: MfiId,
  id: MoneyAccountId | undefined,
): Promise<MoneyAccountRow | null> {
  return id === undefined ? null : approvedAccount(db, mfiId, id);
}
