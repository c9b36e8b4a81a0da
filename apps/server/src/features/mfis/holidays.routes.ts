import * as contract from '@sathi/contract/holidays.ts';
import { HOLIDAYS_MAX, inOrder } from '@sathi/domain/holidays.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { command } from '../../http/command.ts';
import { mount, onePage } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { listHolidays, replaceHolidays } from './holidays.repository.ts';

/** The days on which an institution is closed: read by its staff, set by its managers. */
export function holidayRoutes(app: FastifyInstance, outside: Outside): void {
  mount(app, contract.listHolidays, async ({ query, viewer }) =>
    pageOfAll('holidays', await listHolidays(outside.db, mfiOfStaff(viewer, query.mfiId)), {
      ...query,
      // The days are saved as a whole, so a caller who names no limit reads all of them.
      limit: query.limit ?? HOLIDAYS_MAX,
    }),
  );

  command(app, outside, contract.setHolidays, {
    may: ({ viewer, asked }) => {
      const own = ownMfi(viewer, asked.mfiId);
      return own !== null && isManagerOf(viewer, own) ? null : 'not_permitted';
    },
    run: async ({ tx, query: { mfiId }, body }) => {
      const holidays = inOrder(body.holidays);
      await replaceHolidays(tx, mfiId, holidays);
      return onePage(holidays);
    },
  });
}
