import * as contract from '@sathi/contract/lines.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { isOnAgreedDay } from './account-days.repository.ts';
import { approvedAccount } from '../money-accounts/approved-account.repository.ts';
import { bookLinesRoute } from './book-lines.routes.ts';
import { findDesk } from './desk.repository.ts';
import { listParts } from './line-parts.repository.ts';
import { listLines, lockLine } from './lines.repository.ts';
import { rematchOpen } from './matching.service.ts';
import { findOther, setAside } from './set-aside.service.ts';
import { lineAnswer } from './statement-answers.ts';
import { hasStatement } from './statements.repository.ts';
import { isOwnMoney, undoLine } from './undo-line.service.ts';

/** The lines of statements on the desk of an institution's staff (R21.7, R21.8). */
export function lineRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(app, contract.listLines, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    if (query.accountId !== undefined) await approvedAccount(db, mfiId, query.accountId);
    if (query.statementId !== undefined && !(await hasStatement(db, mfiId, query.statementId))) {
      throw new RefusalError('not_found');
    }
    const { timeZone, collection } = await findDesk(db, mfiId);
    if (!query.cursor) await rematchOpen(db, mfiId, now());
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'statement_lines', 'none')?.id ?? null;
    const rows = await listLines(db, mfiId, query, { limit: limit + 1, after });
    const office = { today: calendarDateIn(timeZone, now()), collection };
    const answers = rows.map((row) => lineAnswer(row, office));
    return pageOf(answers, limit, ({ id }) => ({ sort: 'statement_lines', value: null, id }));
  });

  bookLinesRoute(app, outside);

  command(app, outside, contract.setLineAside, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const line = found(await lockLine(tx, mfiId, given('id', asked.id)));
      await findOther(tx, mfiId, asked);
      return { mfiId, line };
    },
    may: ({ line }) => (line.state === 'open' ? null : 'line_booked'),
    run: async (change) => {
      await setAside(change, change.body);
      return { id: change.line.id, state: 'set_aside' as const };
    },
  });

  command(app, outside, contract.undoLine, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const line = found(await lockLine(tx, mfiId, given('id', asked.id)));
      return { mfiId, line, parts: await listParts(tx, line.id), isAgreed: await isOnAgreedDay(tx, line.id) };
    },
    may: async ({ tx, viewer, mfiId, line, parts, isAgreed }) => {
      if (await isOwnMoney(tx, mfiId, parts, viewer.id)) return 'second_person_needed';
      if (line.state === 'open') return 'wrong_status';
      return isAgreed ? 'day_agreed' : null;
    },
    run: async (change) => {
      await undoLine({ ...change, reason: change.body.reason });
      return { id: change.line.id, state: 'open' as const };
    },
  });
}
