import type { MfiId, MoneyAccountId, StatementLineId } from '@sathi/domain/ids.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { listMoneyAccounts, type MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { insertParts, type SetAs } from './line-parts.repository.ts';
import { findLines, type OpenLine, setLineState } from './lines.repository.ts';

/**
 * A locked, open line is no money of anybody in the books (R21.8): money that goes back names the line that it came by, and money
 * between accounts may name a till.
 * @throws RefusalError `not_found` for what it names, `invalid_request` for what it may not name
 */
export async function setAside(
  { tx, viewer, now, mfiId, line }: Change & { readonly mfiId: MfiId; readonly line: OpenLine },
  {
    as,
    note,
    otherLineId,
    accountId,
  }: {
    readonly as: SetAs;
    readonly note: string;
    readonly otherLineId?: StatementLineId | undefined;
    readonly accountId?: MoneyAccountId | undefined;
  },
): Promise<void> {
  if (as === 'returned' && otherLineId === undefined) throw invalidField('otherLineId', 'required');
  if ((as !== 'returned' && otherLineId !== undefined) || otherLineId === line.id)
    throw invalidField('otherLineId', 'invalid');
  if (as !== 'between_accounts' && accountId !== undefined) throw invalidField('accountId', 'invalid');
  if (otherLineId !== undefined) found((await findLines(tx, mfiId, [otherLineId]))[0]);
  if (accountId !== undefined)
    found((await listMoneyAccounts(tx, mfiId)).find((account) => isTill(account, accountId)));
  const part = { amountMinor: line.amount, setAs: as, note, otherLineId, otherAccountId: accountId };
  await insertParts(tx, line.id, [part], { bookedBy: viewer.id, bookedAt: now });
  await setLineState(tx, line.id, 'set_aside');
}

function isTill({ id, kind, approvedAt }: MoneyAccountRow, accountId: MoneyAccountId): boolean {
  return id === accountId && kind === 'till' && approvedAt !== null;
}
