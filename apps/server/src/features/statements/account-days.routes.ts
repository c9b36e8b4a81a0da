import * as contract from '@sathi/contract/account-days.ts';
import { agreeRefusal, documentsByDay, needsDayReason, withGaps } from '@sathi/domain/account-days.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import { type Minor, writeLocal } from '@sathi/domain/local-money.ts';
import { secondEyesRefusal } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { given } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { csvHeaders } from '../../http/csv.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { documentOf, listDays, listWithoutLine, lockHandsOf } from './account-days.repository.ts';
import { agreeDay } from './agree-day.service.ts';
import { approvedAccount } from '../money-accounts/approved-account.repository.ts';
import { findDesk } from './desk.repository.ts';
import { positionFile } from './position-file.ts';
import { positionOf } from './position.ts';
import { lockStatementsOf } from './statements.repository.ts';

/** The days of accounts, and what must be held beside what they hold (R21.10, R24.7). */
export function accountDayRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(app, contract.listAccountDays, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const { id } = await approvedAccount(db, mfiId, query.accountId);
    const { timeZone } = await findDesk(db, mfiId);
    const today = calendarDateIn(timeZone, now());
    const days = withGaps(await listDays(db, id, query.to ?? today));
    const waiting = documentsByDay(days, await listWithoutLine(db, id, now()));
    const rows = days
      .filter(({ day }) => query.from === undefined || day >= query.from)
      .map(({ isAgreed, agreedBy, day, ...sums }) => ({
        day,
        opening: sumOrNull(sums.opening),
        closing: sumOrNull(sums.closing),
        booked: writeLocal(sums.booked as Minor),
        setAside: writeLocal(sums.setAside as Minor),
        open: writeLocal(sums.open as Minor),
        booksWithoutLine: (waiting.get(day) ?? []).map((document) => ({
          document: documentOf(document),
          amount: writeLocal(document.amountMinor as Minor),
          needsReason: needsDayReason(document.on, today),
        })),
        gap: sumOrNull(sums.gap),
        state: isAgreed ? ('agreed' as const) : ('open' as const),
        agreedBy,
      }));
    return pageOfAll('account_days', rows, query);
  });

  command(app, outside, contract.agreeDay, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const { id } = await approvedAccount(tx, mfiId, given('accountId', asked.accountId));
      const { timeZone } = await findDesk(tx, mfiId);
      return { mfiId, accountId: id, timeZone, ...(await lockDay(tx, id, asked.day)) };
    },
    may: async ({ tx, viewer, now: at, asked: { day }, mfiId, hands, days }) => {
      if (day === undefined) return null;
      const hadHand = hands.has(viewer.id);
      const isOwn = hadHand ? secondEyesRefusal(viewer, viewer.id, await findOffice(tx, mfiId, at)) : null;
      const ofDay = agreeRefusal(withGaps(days), day);
      // A gap is judged with the balances that are typed, once they are right.
      return isOwn ?? (ofDay === 'day_has_gap' ? null : ofDay);
    },
    run: async (change) => {
      const { viewer, accountId, timeZone, days, hands, body } = change;
      const { day, reason, reasons = [] } = body;
      const selfApproved = hands.has(viewer.id);
      const typed = { opening: minorOf(body.opening), closing: minorOf(body.closing) };
      await agreeDay(change, { accountId, timeZone, days, selfApproved, day, reason, reasons, ...typed });
      return { day, state: 'agreed' as const, selfApproved };
    },
  });

  mount(app, contract.findPosition, async ({ query, viewer }, reply) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const { timeZone } = await findDesk(db, mfiId);
    const today = calendarDateIn(timeZone, now());
    const position = await positionOf(db, mfiId, today);
    if (query.format === undefined) return position;
    reply.headers(csvHeaders(`position-${today}.csv`));
    return positionFile(position);
  });
}

/** The days of an account up to one, and who had a hand in that one; statements and bookings of the account wait. */
async function lockDay(tx: Tx, accountId: MoneyAccountId, day: CalendarDate | undefined) {
  await lockStatementsOf(tx, accountId);
  if (day === undefined) return { hands: new Set<UserId>(), days: [] };
  return { hands: await lockHandsOf(tx, accountId, day), days: await listDays(tx, accountId, day) };
}

function sumOrNull(minor: number | null): string | null {
  return minor === null ? null : writeLocal(minor as Minor);
}

/** The minor units of a text that is a sum with at most two decimals; null without a text. */
function minorOf(text: string | undefined): number | null {
  return text === undefined ? null : Math.round(Number(text) * 100);
}
