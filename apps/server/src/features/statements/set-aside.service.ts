import type { MfiId, MoneyAccountId, StatementLineId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { approvedAccount } from '../money-accounts/approved-account.repository.ts';
import { insertParts, type SetAs } from './line-parts.repository.ts';
import { findLines, type OpenLine, setLineState } from './lines.repository.ts';

type Named = { readonly otherLineId?: StatementLineId | undefined; readonly accountId?: MoneyAccountId | undefined };

/** A line or a till that is set aside against another has to be there. @throws RefusalError `not_found` */
export async function findOther(tx: Tx, mfiId: MfiId, { otherLineId, accountId }: Named): Promise<void> {
  if (otherLineId !== undefined) found((await findLines(tx, mfiId, [otherLineId]))[0]);
  if (accountId !== undefined && (await approvedAccount(tx, mfiId, accountId)).kind !== 'till')
    throw new RefusalError('not_found');
}

/**
 * A locked, open line is no money of anybody in the books (R21.8): money that goes back names the line that it came by, and money
 * between accounts may name a till.
 * @throws RefusalError `invalid_request` for what it may not name
 */
export async function setAside(
  { tx, viewer, now, line }: Change & { readonly line: OpenLine },
  { as, note, otherLineId, accountId }: Named & { readonly as: SetAs; readonly note: string },
): Promise<void> {
  if (as === 'returned' && otherLineId === undefined) throw invalidField('otherLineId', 'required');
  if ((as !== 'returned' && otherLineId !== undefined) || otherLineId === line.id)
    throw invalidField('otherLineId', 'invalid');
  if (as !== 'between_accounts' && accountId !== undefined) throw invalidField('accountId', 'invalid');
  const part = { amountMinor: line.amount, setAs: as, note, otherLineId, otherAccountId: accountId };
  await insertParts(tx, line.id, [part], { bookedBy: viewer.id, bookedAt: now });
  await setLineState(tx, line.id, 'set_aside');
}
