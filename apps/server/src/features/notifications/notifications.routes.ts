import * as contract from '@sathi/contract/notifications.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount, onePage } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { lockSessionOf } from '../identity/sessions.repository.ts';
import { listNotifications } from './notifications.repository.ts';
import { choosePreferences, preferencesOf, pushOf, readUpTo } from './notifications.service.ts';
import { deleteSubscriptionOf, replaceSubscription } from './push.repository.ts';

export function notificationRoutes(app: FastifyInstance, outside: Outside): void {
  const { db } = outside;
  mount(app, contract.listNotifications, async ({ query, viewer }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'notifications', 'instant');
    const before = after && { at: String(after.value), id: after.id };
    const rows = await listNotifications(db, viewer.id, { limit: limit + 1, before });
    const page = pageOf(rows, limit, (row) => ({ sort: 'notifications', value: row.date.toISOString(), id: row.id }));
    return { ...page, data: page.data.map(({ amountCents, ...row }) => ({ ...row, amount: amountCents })) };
  });

  command(app, outside, contract.readNotifications, { run: readUpTo });

  mount(app, contract.listNotificationPreferences, async ({ query, viewer }) =>
    pageOfAll('preferences', await preferencesOf(db, viewer.id), query),
  );

  command(app, outside, contract.saveNotificationPreferences, {
    run: async (change) => onePage(await choosePreferences(change)),
  });

  mount(app, contract.findPush, ({ caller }) => pushOf(db, outside.push, caller.sessionId));

  command(app, outside, contract.startPush, {
    // Two wishes of one session come one after the other.
    on: async ({ tx, caller }) => {
      if (outside.push === null) throw new RefusalError('push_off');
      const { id: sessionId } = found(await lockSessionOf(tx, caller.subject, caller.sessionId));
      return { sessionId, publicKey: outside.push.publicKey };
    },
    run: async ({ tx, viewer, now, body: { userId: _userId, ...address }, sessionId, publicKey }) => {
      await replaceSubscription(tx, outside.secret, { userId: viewer.id, sessionId, address, publicKey }, now);
      return { isOn: true };
    },
  });

  command(app, outside, contract.stopPush, {
    run: async ({ tx, caller }) => {
      await deleteSubscriptionOf(tx, caller.sessionId);
      return { isOn: false };
    },
  });
}
