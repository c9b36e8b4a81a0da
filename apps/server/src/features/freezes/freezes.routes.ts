import * as contract from '@sathi/contract/freezes.ts';
import {
  enterUndoRefusal,
  type Frozen,
  freezeRefusal,
  standingUndo,
  undoFreezeRefusal,
} from '@sathi/domain/freezes.ts';
import type { FreezeId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import { endOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { mfiOfManager, mfiOfStaff } from '../../http/own-mfi.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { findOffice, lockOffice, type OfficeRows } from '../staff/staff.repository.ts';
import { findKnownPerson, type FreezeRow, listFreezes, listFreezesOf, lockFreeze } from './freezes.repository.ts';
import { enterUndo, freeze, type Target, undo } from './freezes.service.ts';

/** A manager stops a person or a proposal at their institution; the stop is undone with four eyes (R34.7). */
export function freezeRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  changes(app, outside);
}

function reads(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.listFreezes, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const office = await findOffice(db, mfiId, now());
    const rows = await listFreezes(db, mfiId);
    return pageOfAll(
      'freezes',
      rows.map((row) => freezeAnswer(row, { viewer, office, now: now() })),
      query,
    );
  });

  mount(app, contract.listOwnFreezes, async ({ query, viewer }) =>
    pageOfAll('own_freezes', await listFreezesOf(db, viewer.id), query),
  );
}

function changes(app: FastifyInstance, outside: Outside): void {
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };

  command(app, outside, contract.enterFreeze, {
    stepUp: 'staff',
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfManager(viewer, asked.mfiId);
      const id = given('id', asked.id);
      const what = given('kind', asked.kind) === 'person' ? knownPerson : lockedProposal;
      return { mfiId, ...(await what(tx, { viewer, mfiId, id })) };
    },
    may: async ({ tx, viewer, mfiId, person, target }) =>
      freezeRefusal(viewer, mfiId, person) ?? ((await isStopped(tx, mfiId, target)) ? 'already_frozen' : null),
    run: async ({ body, mfiId, target, ...change }) => ({
      id: await freeze(change, teller, { mfiId, target, reason: body.reason }),
      state: 'frozen' as const,
    }),
  });

  command(app, outside, contract.enterUnfreeze, {
    stepUp: 'staff',
    on: ({ tx, viewer, asked, now }) => {
      mfiOfManager(viewer, asked.mfiId);
      return lockedFreeze(tx, viewer, { ...asked, now });
    },
    may: ({ viewer, mfiId, row, office, now }) => enterUndoRefusal(viewer, mfiId, row, office, now),
    run: async ({ row, office, ...change }) => {
      await enterUndo(change, teller, row, office);
      return { id: row.id, state: 'entered' as const };
    },
  });

  command(app, outside, contract.confirmUnfreeze, {
    stepUp: 'staff',
    on: ({ tx, viewer, asked, now }) => lockedFreeze(tx, viewer, { ...asked, now }),
    may: ({ viewer, row, office, now }) => undoFreezeRefusal(viewer, row, office, now),
    run: async ({ row, ...change }) => {
      await undo(change, teller, row);
      return { id: row.id, state: 'approved' as const };
    },
  });
}

type Named = { readonly viewer: SignedIn; readonly mfiId: MfiId; readonly id: number };
type Found = { readonly person: Frozen; readonly target: Target };

async function isStopped(tx: Tx, mfiId: MfiId, { userId, proposalId }: Target): Promise<boolean> {
  const standing = await listFreezes(tx, mfiId);
  return standing.some((row) => row.personId === userId && row.proposalId === proposalId);
}

async function lockedProposal(tx: Tx, { viewer, mfiId, id }: Named): Promise<Found> {
  const proposal = found(await lockProposal(tx, id as ProposalId));
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  if (proposal.mfiId !== mfiId) throw new RefusalError('not_permitted');
  // The freeze is of the proposal alone, so `mfiIds` is empty: the owner may be staff elsewhere.
  return { person: { userId: proposal.ownerId, mfiIds: [] }, target: { userId: null, proposalId: proposal.id } };
}

async function knownPerson(tx: Tx, { mfiId, id }: Named): Promise<Found> {
  const person = found(await findKnownPerson(tx, mfiId, id as UserId));
  return { person, target: { userId: person.userId, proposalId: null } };
}

/** The freeze with the office that decides over it, both locked; `entry` is for the audit log. */
async function lockedFreeze(
  tx: Tx,
  viewer: SignedIn,
  asked: { readonly mfiId?: MfiId | undefined; readonly id?: FreezeId | undefined; readonly now: Date },
) {
  const mfiId = mfiOfStaff(viewer, asked.mfiId);
  const office = await lockOffice(tx, mfiId, asked.now);
  const row = found(await lockFreeze(tx, mfiId, given('id', asked.id)));
  return { mfiId, office, row, entry: row.undo ?? undefined };
}

type Reading = { readonly viewer: SignedIn; readonly office: OfficeRows; readonly now: Date };

function freezeAnswer(row: FreezeRow, { viewer, office, now }: Reading) {
  const entry = standingUndo(row, now);
  return {
    ...row,
    undoEnteredByName: entry === null ? null : row.undoEnteredByName,
    undoEndsAt: entry === null ? null : endOf(entry),
    mayEnter: enterUndoRefusal(viewer, row.mfiId, row, office, now) === null,
    mayConfirm: undoFreezeRefusal(viewer, row, office, now) === null,
  };
}
