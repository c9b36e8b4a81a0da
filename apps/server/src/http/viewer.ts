import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { SignedIn, Viewer } from '@sathi/domain/proposals.ts';
import { SETS_UP_FACTOR } from '@sathi/contract/answers.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Keyring } from '../config/secret.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import type { Caller } from './call.ts';
import { isRead } from './is-read.ts';

/** `fresh` asks the database; otherwise an answer of the last few seconds may do. Null for a dead token. */
export type ReadCaller = (accessToken: string, options: { readonly fresh: boolean }) => Promise<Caller | null>;

/** Forgets at once who is behind the tokens of an account whose sessions ended. */
export type CallerMemory = { readonly forget: (subject: string) => void };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    requestHashKeys: Keyring;
  }
  interface FastifyContextConfig {
    callName?: string;
    access?: 'public' | 'account' | 'signed_in';
  }
}

/** Signing in must be possible with an old token still at hand. */
function ignoresDeadTokens({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/api/identity/') && routeOptions.config.access === 'public';
}

/** Pages and pictures are open to visitors too; sending a picture takes a person. */
function needsCaller(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || (request.url.startsWith('/files/') && !isRead(request));
}

/** Turns the bearer token into `request.caller`. The body never says who is asking. */
export function readCallers(app: FastifyInstance, readCaller: ReadCaller): void {
  app.decorateRequest('caller', null);
  const readCallerOf = async (request: FastifyRequest, authorization: string): Promise<void> => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(authorization)?.[1];
    request.caller = token ? await readCaller(token, { fresh: !isRead(request) }) : null;
    if (request.caller === null && !ignoresDeadTokens(request)) throw new RefusalError('session_ended');
    const { callName } = request.routeOptions.config;
    const isOpen = ignoresDeadTokens(request) || SETS_UP_FACTOR.some((name) => name === callName);
    if (request.caller?.lacksSecondFactor && !isOpen) throw new RefusalError('second_factor_required');
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    if (authorization === undefined || !needsCaller(request)) return done();
    readCallerOf(request, authorization).then(() => done(), done);
  });
}

/**
 * The viewer as the transaction sees them: staff who were removed while their call waited for a lock are none any more, and
 * no managers who were made officers. Waiting takes rights, it never gives one.
 */
export async function viewerIn(tx: Tx, viewer: Viewer): Promise<Viewer> {
  if (viewer === null || viewer.mfiIds.length === 0) return viewer;
  const rows = await tx.selectFrom('mfiStaff').select(['mfiId', 'role']).where('userId', '=', viewer.id).execute();
  const isIn = (id: MfiId) => rows.some(({ mfiId }) => mfiId === id);
  const isManagerIn = (id: MfiId) => rows.some(({ mfiId, role }) => mfiId === id && role === 'manager');
  return {
    ...viewer,
    mfiIds: viewer.mfiIds.filter(isIn),
    managerOf: (viewer.managerOf ?? []).filter(isManagerIn),
  };
}

/**
 * Those of these people who have closed their account. The others are held: a closing waits for the change, whose words and money
 * it then finds, or the change has waited for the closing.
 */
export async function closedOf(tx: Tx, ids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  const people = [...new Set(ids)].toSorted((a, b) => a - b);
  const { rows } = await sql<{ id: UserId; closedAt: Date | null }>`
    select id, closed_at as "closedAt" from users where id = any (${people}::bigint[]) order by id for key share`.execute(
    tx,
  );
  return new Set(rows.filter(({ closedAt }) => closedAt !== null).map(({ id }) => id));
}

/** A viewer whose account was closed while their call waited. @throws RefusalError `session_ended` */
export async function refuseClosed(tx: Tx, viewer: Viewer): Promise<void> {
  if (viewer !== null && (await closedOf(tx, [viewer.id])).has(viewer.id)) throw new RefusalError('session_ended');
}

/** Whether a viewer of {@link viewerIn} has lost a membership or a role since they were read before. */
export function hasFewerRights(viewer: Viewer, before: Viewer): boolean {
  const count = (of: Viewer) => (of === null ? 0 : of.mfiIds.length + (of.managerOf ?? []).length);
  return count(viewer) < count(before);
}

/** The same for a change of staff alone. @throws RefusalError `not_permitted` */
export async function staffIn(tx: Tx, viewer: SignedIn, mfiId: MfiId): Promise<SignedIn> {
  const still = await viewerIn(tx, viewer);
  if (still === null || !isStaffOf(still, mfiId)) throw new RefusalError('not_permitted');
  return still;
}

/** Takes a change back whose asker lost a right while it waited. */
export class RightsLostError extends RefusalError {
  constructor() {
    super('not_permitted');
  }
}
