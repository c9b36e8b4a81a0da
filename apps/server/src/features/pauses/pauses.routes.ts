import * as contract from '@sathi/contract/pauses.ts';
import type { MfiId, PauseId } from '@sathi/domain/ids.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { undoInTimeRefusal } from '@sathi/domain/undo-within-a-day.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import type { Db, Tx } from '../../db/db.ts';
import { found, given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import {
  findPause,
  insertPause,
  isPauseUsed,
  listPausePlaces,
  listPauses,
  lockPause,
  type PauseRow,
  setPauseUndone,
} from './pauses.repository.ts';

/** Pauses of all loans of some places, given and taken back by the staff of an institution (R28.4). */
export function pauseRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(app, contract.listPausePlaces, async ({ query, viewer }) =>
    pageOfAll('pause_places', await listPausePlaces(db, mfiOfStaff(viewer, query.mfiId), viewer.id), query),
  );
  mount(app, contract.listPauses, async ({ query, viewer }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const beforeId = decodeCursor(query.cursor, 'pauses', 'none')?.id ?? null;
    const rows = await listPauses(db, mfiOfStaff(viewer, query.mfiId), { beforeId, limit: limit + 1 });
    const page = pageOf(rows, limit, ({ id }) => ({ sort: 'pauses', value: null, id }));
    return { ...page, data: await Promise.all(page.data.map((row) => answerOf(db, row, now()))) };
  });

  command(app, outside, contract.pauseLoans, {
    may: ({ viewer, asked }) => (ownMfi(viewer, asked.mfiId) === null ? 'not_permitted' : null),
    run: async ({ tx, viewer, query: { mfiId }, body: { places, months, reason }, now }) => {
      const { id, loansCount, leftOut } = await insertPause(tx, {
        mfiId,
        places,
        months,
        reason,
        enteredBy: viewer.id,
        enteredAt: now,
      });
      if (loansCount === 0) throw invalidField('places', leftOut > 0 ? 'loans_left_out' : 'invalid');
      return { ...(await answerOf(tx, found(await findPause(tx, mfiId, id)), now)), leftOut };
    },
  });

  command(app, outside, contract.undoPause, {
    on: askedPause,
    may: async ({ tx, pause, now }) => undoInTimeRefusal({ ...pause, isUsed: await isPauseUsed(tx, pause) }, now),
    run: async ({ tx, viewer, pause, now }) => {
      await setPauseUndone(tx, pause.id, viewer.id, now);
      return answerOf(tx, found(await findPause(tx, pause.mfiId, pause.id)), now);
    },
  });
}

async function answerOf(db: Db, row: PauseRow, now: Date) {
  const isInTime = undoInTimeRefusal({ ...row, isUsed: false }, now) === null;
  return { ...row, canUndo: isInTime && !(await isPauseUsed(db, row)) };
}

type Asked = { readonly mfiId?: MfiId | undefined; readonly id?: PauseId | undefined };

/** A pause of the caller's institution, locked; what is another's does not exist for them. */
async function askedPause({ tx, viewer, asked }: { tx: Tx; viewer: SignedIn; asked: Asked }) {
  const own = ownMfi(viewer, asked.mfiId);
  if (own === null) throw new RefusalError('not_permitted');
  const id = given('id', asked.id);
  await lockPause(tx, id);
  return { pause: found(await findPause(tx, own, id)) };
}
