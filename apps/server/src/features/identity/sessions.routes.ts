import * as contract from '@sathi/contract/sessions.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { found } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { wellFormed } from '../../http/call.ts';
import { bind, mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Requester } from './code-requests.repository.ts';
import { changePassword, setFirstPassword } from './password-change.service.ts';
import { deleteSession, endAccess, listSessionsOf, lockSessionOf } from './sessions.repository.ts';

type Doors = {
  readonly context: IdentityContext;
  readonly welcome: (reply: FastifyReply) => Requester;
};

/** The password, and the places where the account is open (R33.1). */
export function sessionRoutes(app: FastifyInstance, outside: Outside, { context, welcome }: Doors): void {
  const { db, realNow } = outside;

  mount(app, contract.changePassword, ({ body, caller, attempt }, reply) =>
    changePassword(context, { ...body, caller, attempt, requester: welcome(reply) }),
  );

  // A refusal of the state is told before a value that is missing.
  bind(app, contract.setPassword, async (asking, reply) =>
    setFirstPassword(context, {
      caller: asking.caller,
      attempt: asking.attempt,
      requester: welcome(reply),
      chosen: () => wellFormed(asking).body.newPassword,
    }),
  );

  mount(app, contract.listSessions, async ({ caller, query }) => {
    const sessions = await listSessionsOf(db, caller.subject, realNow());
    const answers = sessions.map(({ id, device, createdAt, refreshedAt }) => ({
      id: String(id),
      device: device ?? '',
      signedInAt: createdAt,
      lastUsedAt: refreshedAt,
      isOwn: id === caller.sessionId,
    }));
    return pageOfAll('sessions', answers, query);
  });

  command(app, outside, contract.endSessions, {
    on: async ({ tx, caller, asked: { id } }) => ({
      session: id === undefined ? null : found(await lockSessionOf(tx, caller.subject, Number(id))),
    }),
    run: async ({ tx, caller: { subject, sessionId }, session }) => {
      if (session === null) await endAccess(tx, subject, sessionId);
      else await deleteSession(tx, { ...session, subject });
      return {};
    },
    after: ({ caller }) => context.callers.forget(caller.subject),
  });
}
