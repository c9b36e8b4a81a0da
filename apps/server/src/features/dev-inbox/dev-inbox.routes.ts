import { setTimeout as sleep } from 'node:timers/promises';
import { listDevInbox } from '@sathi/contract/identity.ts';
import { normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { mount } from '../../http/mount.ts';
import { createJobHandlers } from '../../jobs/handlers.ts';
import { drainOutbox } from '../../jobs/outbox.ts';
import type { Outside } from '../../outside.ts';
import { INBOX_PAGE_POLICY, inboxPage } from './dev-inbox.page.ts';
import { isMessageUnderWay, type KeptMessage, listKeptMessages } from './dev-inbox.repository.ts';

const WAIT_MS = 25;
const WAITS_MAX = 40;

/** Shows what would have been sent. In production, and wherever messages really leave, these paths do not exist. */
export function devInboxRoutes(app: FastifyInstance, outside: Outside): void {
  if (!outside.hasDevInbox || outside.config.environment === 'production') return;

  mount(app, listDevInbox, async ({ query }) => {
    const messages = await readInbox(outside, query.to ?? '');
    const answers = messages.map(({ id, code, ...message }) => ({
      ...message,
      id: String(id),
      ...(code !== null && { code }),
    }));
    return pageOfAll('inbox', answers, query);
  });

  app.get<{ Querystring: { to?: unknown } }>('/dev/inbox', { schema: { hide: true } }, async ({ query }, reply) => {
    const to = typeof query.to === 'string' ? query.to.trim().slice(0, 254) : '';
    const page = inboxPage(await readInbox(outside, to), to);
    return reply
      .header('content-security-policy', INBOX_PAGE_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** Whoever asked for a code a moment ago finds it here: what is due is sent first, and what is being sent is waited for. */
async function readInbox(outside: Outside, to: string): Promise<KeptMessage[]> {
  const { db, now, log } = outside;
  await drainOutbox(db, createJobHandlers(outside), now, log);
  for (let waits = 0; waits < WAITS_MAX && (await isMessageUnderWay(db, now())); waits += 1) await sleep(WAIT_MS);
  return listKeptMessages(db, recipientOf(to));
}

function recipientOf(to: string): string | null {
  if (to.trim() === '') return null;
  return to.includes('@') ? normalizeEmail(to) : normalizePhone(to);
}
