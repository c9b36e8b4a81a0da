import * as contract from '@sathi/contract/settlements.ts';
import { addMonths, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { isMonthOver, settlementState } from '@sathi/domain/settlements.ts';
import { confirmersOf, confirmRefusal } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import type { Db, Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { listMonthlyEvents } from '../mfis/monthly-activity.repository.ts';
import { askToConfirm } from '../notifications/tell.ts';
import { lockOwnOffice } from '../staff/staff.repository.ts';
import {
  approveSettlement,
  enterSettlement,
  listPlaces,
  listSettlements,
  type SettlementContent,
  type SettlementRow,
} from './settlements.repository.ts';

/** The statement of each month of an institution, signed by two and locked then (R34.3). */
export function settlementRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(app, contract.listSettlements, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const signed = new Map((await listSettlements(db, mfiId)).map((row) => [row.month, row]));
    const rows = (await monthsOf(db, mfiId, now())).map((month) =>
      signedAnswer(month, signed.get(month) ?? null, now()),
    );
    return pageOfAll('settlements', rows, query);
  });

  mount(app, contract.findSettlement, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const month = firstDay(query.month);
    await refuseRunning(db, mfiId, month, now());
    const row = (await listSettlements(db, mfiId, month))[0] ?? null;
    const { state, ...signed } = signedAnswer(month, row, now());
    const content = row !== null && state !== 'open' ? row.content : await contentOf(db, mfiId, month);
    return {
      ...signed,
      state,
      events: content.events.map(({ amountCents, ...event }) => ({ ...event, amount: amountCents })),
      places: content.places.map(({ place, openingCents, closingCents }) => ({
        place,
        opening: openingCents,
        closing: closingCents,
      })),
    };
  });

  signing(app, outside);
}

function signing(app: FastifyInstance, outside: Outside): void {
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };

  command(app, outside, contract.signSettlement, {
    on: async (asking) => {
      const { tx, asked, now: at } = asking;
      const { mfiId, office } = await lockOwnOffice(asking);
      const month = firstDay(given('month', asked.month));
      await refuseRunning(tx, mfiId, month, at);
      return { mfiId, office, month, row: (await listSettlements(tx, mfiId, month))[0] ?? null };
    },
    may: ({ row, now: at }) => (settlementState(row, at) === 'open' ? null : 'already_approved'),
    run: async ({ mfiId, office, month, body, ...change }) => {
      const { tx, viewer, now: at } = change;
      const content = await contentOf(tx, mfiId, month);
      await enterSettlement(tx, { mfiId, month, content, enteredBy: viewer.id, enteredAt: at });
      const confirmers = confirmersOf({ enteredBy: viewer.id }, office);
      const id = `${mfiId}:${month}:${at.toISOString()}`;
      await askToConfirm(change, teller, { mfiId, what: 'settlement', id, page: 'MFISettlements', confirmers });
      return { month: body.month, state: 'entered' as const };
    },
  });

  command(app, outside, contract.confirmSettlement, {
    on: async (asking) => {
      const { tx, asked, now: at } = asking;
      const { mfiId, office } = await lockOwnOffice(asking);
      const month = firstDay(given('month', asked.month));
      const row = found((await listSettlements(tx, mfiId, month))[0]);
      const state = settlementState(row, at);
      if (state === 'open') throw new RefusalError('not_found');
      return { mfiId, office, month, row, state, pair: { enteredBy: row.enteredBy } };
    },
    may: async ({ viewer, office, row, state, tx, mfiId, month }) => {
      const refusal = confirmRefusal(viewer, row, office);
      if (refusal !== null) return refusal;
      if (state === 'locked') return 'already_approved';
      return isDeepStrictEqual(row.content, await contentOf(tx, mfiId, month)) ? null : 'changed_meanwhile';
    },
    run: async ({ tx, viewer, mfiId, month, row, body, now: at }) => {
      const selfApproved = viewer.id === row.enteredBy;
      await approveSettlement(tx, { mfiId, month, approvedBy: viewer.id, approvedAt: at, selfApproved });
      return { month: body.month, state: 'locked' as const, selfApproved };
    },
  });
}

function firstDay(month: string): CalendarDate {
  return `${month}-01` as CalendarDate;
}

/** @throws RefusalError `wrong_status` before the month is over there */
async function refuseRunning(db: Db | Tx, mfiId: MfiId, month: CalendarDate, now: Date): Promise<void> {
  const { timeZone } = found(await findMfiById(db as Db, mfiId));
  if (!isMonthOver(month, calendarDateIn(timeZone, now))) throw new RefusalError('wrong_status');
}

/** The months from the first one in which something happened to the last one that is over, the newest first. */
async function monthsOf(db: Db, mfiId: MfiId, now: Date): Promise<CalendarDate[]> {
  const first = (await listMonthlyEvents(db, mfiId)).at(-1);
  if (first === undefined) return [];
  const { timeZone } = found(await findMfiById(db, mfiId));
  const today = calendarDateIn(timeZone, now);
  const months: CalendarDate[] = [];
  for (let month = firstDay(first.month); isMonthOver(month, today); month = addMonths(month, 1)) months.unshift(month);
  return months;
}

async function contentOf(db: Db | Tx, mfiId: MfiId, month: CalendarDate): Promise<SettlementContent> {
  const events = (await listMonthlyEvents(db as Db, mfiId)).filter((event) => event.month === month.slice(0, 7));
  return {
    events: events.map(({ month: _, ...event }) => event),
    places: await listPlaces(db, mfiId, month),
  };
}

function signedAnswer(month: CalendarDate, row: SettlementRow | null, now: Date) {
  const state = settlementState(row, now);
  const isSigned = row !== null && state !== 'open';
  return {
    month: month.slice(0, 7),
    state,
    first: isSigned ? { name: row.enteredByName, at: row.enteredAt } : null,
    second: row?.approvedAt && row.approvedByName !== null ? { name: row.approvedByName, at: row.approvedAt } : null,
    selfApproved: row?.selfApproved ?? false,
  };
}
