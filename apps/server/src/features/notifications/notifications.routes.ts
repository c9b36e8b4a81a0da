import * as contract from '@sathi/contract/notifications.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { signedIn } from '../../http/call.ts';
import { answeredBy } from '../../http/idempotency.ts';
import { mount, onePage } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { listNotifications } from './notifications.repository.ts';
import { choosePreferences, preferencesOf, readUpTo } from './notifications.service.ts';

export function notificationRoutes(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.listNotifications, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'notifications', 'instant');
    const before = after && { at: String(after.value), id: after.id };
    const rows = await listNotifications(db, viewer.id, { limit: limit + 1, before });
    const page = pageOf(rows, limit, (row) => ({ sort: 'notifications', value: row.date.toISOString(), id: row.id }));
    return { ...page, data: page.data.map(({ amountCents, ...row }) => ({ ...row, amount: amountCents })) };
  });

  mount(app, contract.readNotifications, async ({ body, attempt, ...call }) =>
    readUpTo(db, { viewer: signedIn(call), attempt, now: now(), notificationId: body.notificationId }),
  );

  mount(app, contract.listNotificationPreferences, async (call) => onePage(await preferencesOf(db, signedIn(call).id)));

  mount(app, contract.saveNotificationPreferences, async ({ body, attempt, ...call }) =>
    onePage(
      await choosePreferences(db, {
        viewer: signedIn(call),
        attempt: answeredBy(attempt, onePage),
        now: now(),
        preferences: body.preferences,
      }),
    ),
  );
}
