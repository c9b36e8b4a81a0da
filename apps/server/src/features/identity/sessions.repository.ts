import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { type Db, notify, type Tx } from '../../db/db.ts';
import { endLink } from '../own-data/own-data-links.repository.ts';

/** Tells every process whose sessions ended; the payload is the subject. */
export const SESSIONS_CHANNEL = 'sessions';

export type CallerRow = {
  readonly tokenHash: string;
  readonly subject: string;
  readonly phone: string;
  readonly sessionId: number;
  readonly accessExpiresAt: Date;
  readonly userId: UserId | null;
  readonly publicAddress: string | null;
  readonly fullName: string | null;
  readonly mfiIds: MfiId[];
  readonly managerOf: MfiId[];
  readonly hasSecondFactor: boolean;
};

/** The callers behind these access tokens, for those that are alive at `now`. Roles are read here, at each request. */
export async function listCallers(db: Db, tokenHashes: readonly string[], now: Date): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select s.access_token_hash as "tokenHash", s.subject, i.phone, s.id as "sessionId", s.access_expires_at as "accessExpiresAt",
      u.id as "userId", u.public_address as "publicAddress",
      u.first_name || ' ' || u.last_name as "fullName",
      coalesce((select array_agg(m.mfi_id order by m.mfi_id) from mfi_staff m where m.user_id = u.id), '{}') as "mfiIds",
      coalesce((select array_agg(m.mfi_id order by m.mfi_id) from mfi_staff m
        where m.user_id = u.id and m.role = 'manager'), '{}') as "managerOf",
      exists (select from second_factors f where f.subject = s.subject) as "hasSecondFactor"
    from sessions s
    join identities i on i.subject = s.subject
    left join users u on u.subject = s.subject
    where s.access_token_hash = any ((select ${tokenHashes}::text[])::text[]) and s.access_expires_at > ${now}`.execute(
    db,
  );
  return rows;
}

export type NewSession = {
  readonly subject: string;
  /** Browser and system; empty when neither is known. */
  readonly device: string;
  readonly provenAt: Date | null;
  readonly accessTokenHash: string;
  readonly accessExpiresAt: Date;
  readonly refreshTokenHash: string;
  readonly refreshExpiresAt: Date;
  readonly endsAt: Date;
  readonly createdAt: Date;
  readonly refreshedAt: Date;
};

export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { id } = await tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

type SessionOf = { readonly subject: string; readonly id: number };

/** Remembers the first session of an account whose password nobody knows; a later one is not the first. */
export async function setFirstSession(tx: Tx, { subject, id }: SessionOf): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ firstSessionId: id })
    .where('subject', '=', subject)
    .where('passwordLater', '=', true)
    .where('firstSessionId', 'is', null)
    .execute();
}

/** Whether a password may be set in this session without an old one: none was set yet, and it is the first. */
export async function awaitsPassword(db: Db, { subject, id }: SessionOf): Promise<boolean> {
  const waiting = await waitingForPassword(db, { subject, id }).executeTakeFirst();
  return waiting !== undefined;
}

/** As {@link awaitsPassword}, with the account locked until the transaction ends. */
export async function lockAwaitingPassword(tx: Tx, session: SessionOf): Promise<boolean> {
  const waiting = await waitingForPassword(tx, session).forUpdate().executeTakeFirst();
  return waiting !== undefined;
}

function waitingForPassword(db: Db, { subject, id }: SessionOf) {
  return db
    .selectFrom('identities')
    .select('subject')
    .where('subject', '=', subject)
    .where('passwordLater', '=', true)
    .where('firstSessionId', '=', id);
}

export type RefreshableRow = {
  readonly id: number;
  readonly subject: string;
  readonly refreshExpiresAt: Date;
  readonly endsAt: Date;
  readonly isStaff: boolean;
};

export async function lockSessionByRefreshToken(tx: Tx, tokenHash: string): Promise<RefreshableRow | undefined> {
  const { rows } = await sql<RefreshableRow>`
    select s.id, s.subject, s.refresh_expires_at as "refreshExpiresAt", s.ends_at as "endsAt",
      exists (select from users u join mfi_staff m on m.user_id = u.id where u.subject = s.subject) as "isStaff"
    from sessions s where s.refresh_token_hash = ${tokenHash} for update of s`.execute(tx);
  return rows[0];
}

/** The session whose newest refresh token this is. */
export async function findSessionOfRefreshToken(db: Db, tokenHash: string): Promise<SessionOf | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'subject'])
    .where('refreshTokenHash', '=', tokenHash)
    .executeTakeFirst();
}

/** The session that exchanged this refresh token before, if it still lives. */
export async function findSessionOfSpentToken(db: Db, tokenHash: string): Promise<SessionOf | undefined> {
  return db
    .selectFrom('spentRefreshTokens as t')
    .innerJoin('sessions as s', 's.id', 't.sessionId')
    .select(['s.id', 's.subject'])
    .where('t.tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function rotateSession(
  tx: Tx,
  id: number,
  spentTokenHash: string,
  next: Pick<
    NewSession,
    'accessTokenHash' | 'accessExpiresAt' | 'refreshTokenHash' | 'refreshExpiresAt' | 'refreshedAt'
  >,
): Promise<void> {
  await tx
    .insertInto('spentRefreshTokens')
    .values({ tokenHash: spentTokenHash, sessionId: id, spentAt: next.refreshedAt })
    .execute();
  await tx.updateTable('sessions').set(next).where('id', '=', id).execute();
}

export type OwnSessionRow = {
  readonly id: number;
  readonly device: string | null;
  readonly createdAt: Date;
  readonly refreshedAt: Date;
};

/** The sessions of an account that can still be used, the latest used first. */
export async function listSessionsOf(db: Db, subject: string, now: Date): Promise<OwnSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'createdAt', 'refreshedAt'])
    .where('subject', '=', subject)
    .where('refreshExpiresAt', '>', now)
    .orderBy('refreshedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The session, locked until the transaction ends; undefined for a session of another account. */
export async function lockSessionOf(tx: Tx, subject: string, id: number): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends one session with all tokens it ever had. */
export async function deleteSession(tx: Tx, session: { id: number; subject: string }): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
  await notify(tx, SESSIONS_CHANNEL, session.subject);
}

/** Ends all sessions of an account, but one when it is named. */
export async function deleteSessions(tx: Tx, subject: string, exceptId?: number): Promise<void> {
  let query = tx.deleteFrom('sessions').where('subject', '=', subject);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  await query.execute();
  await notify(tx, SESSIONS_CHANNEL, subject);
}

/**
 * Ends whatever opens an account to others than who has just proven to be its owner: all sessions, but one when it is named, and
 * then the link to everything about the person, so that none of them makes another meanwhile.
 */
export async function endAccess(tx: Tx, subject: string, exceptId?: number): Promise<void> {
  await deleteSessions(tx, subject, exceptId);
  await endLink(tx, subject);
}
