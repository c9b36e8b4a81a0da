import { setTimeout as sleep } from 'node:timers/promises';
import { listDevInbox } from '@sathi/contract/identity.ts';
import { normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { isFromHere } from '../../http/from-here.ts';
import { mount } from '../../http/mount.ts';
import { drainOutbox, type JobHandlers } from '../../outbox/outbox.ts';
import type { Outside } from '../../outside/outside.ts';
import { INBOX_PAGE_POLICY, inboxPage } from './dev-inbox.page.ts';
import { isSendingUnderWay, type KeptDelivery, listKept } from './dev-inbox.repository.ts';

const WAIT_MS = 25;
const WAITS_MAX = 40;

/**
 * Shows the mails and SMS that would have been sent, with everybody's codes, to this machine alone. In production, and
 * wherever they really leave, these paths do not exist.
 */
export function devInboxRoutes(app: FastifyInstance, outside: Outside, handlers: JobHandlers): void {
  if (!outside.hasDevInbox || outside.config.environment === 'production') return;

  app.register(async (inbox) => {
    inbox.addHook('onRequest', async (request, reply) => {
      if (!isFromHere(request)) reply.callNotFound();
    });
    mount(inbox, listDevInbox, async ({ query }) => {
      const kept = await readInbox(outside, handlers, query.to ?? '');
      const answers = kept.map(({ id, code, ...delivery }) => ({
        ...delivery,
        id: String(id),
        ...(code !== null && { code }),
      }));
      return pageOfAll('inbox', answers, query);
    });

    inbox.get<{ Querystring: { to?: unknown } }>('/dev/inbox', async ({ query }, reply) => {
      const to = typeof query.to === 'string' ? query.to.trim().slice(0, 254) : '';
      const page = inboxPage(await readInbox(outside, handlers, to), to);
      return reply
        .header('content-security-policy', INBOX_PAGE_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page);
    });
  });
}

/** A code asked for a moment ago is here: waiting messages are sent first, and those under way are waited for. */
async function readInbox(outside: Outside, handlers: JobHandlers, to: string): Promise<KeptDelivery[]> {
  const { db, realNow } = outside;
  await drainOutbox(outside, handlers);
  for (let waits = 0; waits < WAITS_MAX && (await isSendingUnderWay(db, realNow())); waits += 1) await sleep(WAIT_MS);
  return listKept(db, recipientOf(to));
}

function recipientOf(to: string): string | null {
  if (to.trim() === '') return null;
  return to.includes('@') ? normalizeEmail(to) : normalizePhone(to);
}
