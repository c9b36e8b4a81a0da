import { undoFreezeRefusal } from '@sathi/domain/freezes.ts';
import type { FreezeId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Office } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { pageUrl } from '../../delivery/links.ts';
import { askToConfirm, tellWithin } from '../notifications/tell.ts';
import {
  findHearer,
  type FreezeRow,
  insertFreeze,
  listFreezes,
  listManagers,
  setLifted,
  setUndo,
  takeUnreminded,
} from './freezes.repository.ts';

/** `origin` is the public one, which links start with. */
export type Teller = { readonly secret: AppSecret; readonly origin: string };
/** One of the two is what is stopped. */
export type Target = { readonly userId: UserId | null; readonly proposalId: ProposalId | null };

/** Stops a person or a proposal at once, and tells the person why (R34.7). @throws RefusalError `already_frozen` */
export async function freeze(
  { tx, viewer, now }: Change,
  teller: Teller,
  { mfiId, target, reason }: { readonly mfiId: MfiId; readonly target: Target; readonly reason: string },
): Promise<FreezeId> {
  const id = await insertFreeze(tx, { ...target, mfiId, reason, frozenBy: viewer.id, frozenAt: now });
  if (id === undefined) throw new RefusalError('already_frozen');
  const [row] = (await listFreezes(tx, mfiId)).filter((standing) => standing.id === id);
  if (row) await tellPerson({ tx, now }, teller, 'frozen', row);
  return id;
}

/** Waits for a second person. */
export async function enterUndo(
  change: Pick<Change, 'tx' | 'viewer' | 'now'>,
  teller: Teller,
  row: FreezeRow,
  office: Office,
): Promise<void> {
  const { tx, viewer, now } = change;
  await setUndo(tx, row.id, viewer.id, now);
  const undone = { ...row, undo: { enteredBy: viewer.id, enteredAt: now } };
  const others = office.members.map(({ userId }) => userId).filter((userId) => userId !== viewer.id);
  const confirmers = others.filter((id) => undoFreezeRefusal({ id }, undone, office, now) === null);
  const id = `${row.id}:${now.toISOString()}`;
  await askToConfirm(change, teller, { mfiId: row.mfiId, what: 'unfreeze', id, page: 'MFIFreezes', confirmers });
}

export async function undo({ tx, viewer, now }: Change, teller: Teller, row: FreezeRow): Promise<void> {
  await setLifted(tx, row.id, viewer.id, now);
  await tellPerson({ tx, now }, teller, 'unfrozen', row);
}

async function tellPerson(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  teller: Teller,
  what: 'frozen' | 'unfrozen',
  row: FreezeRow,
): Promise<void> {
  const { id, userId, personId, proposalId, title, mfiName, reason } = row;
  const { origin } = teller;
  const event = {
    key: `${what}:${id}`,
    mfiName,
    proposalId,
    hearers: [await findHearer(tx, userId)],
    url: proposalId === null ? `${origin}/App/Profile` : pageUrl(origin, { mfiName, proposalId }),
    facts: { what: personId === null ? 'proposal' : 'person', mfiName },
    ...(title !== null && { title }),
    ...(what === 'frozen' && { reason }),
  };
  await tellWithin(tx, teller, what, event, now);
}

/** Each month managers are reminded of what still stands (R34.7). @returns of how many */
export async function remindOfFreezes(db: Db, teller: Teller, at: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const rows = await takeUnreminded(tx, at);
    for (const { id, mfiId, mfiName } of rows) {
      const event = {
        key: `freeze_stands:${id}:${at.toISOString()}`,
        mfiName,
        hearers: await listManagers(tx, mfiId),
        url: `${teller.origin}/App/MFIFreezes/${encodeURIComponent(mfiName)}`,
      };
      await tellWithin(tx, teller, 'freeze_stands', event, at);
    }
    return rows.length;
  });
}
