import { sql } from 'kysely';
import { type Db, notify, type Tx } from '../../db/db.ts';
import { SESSIONS_CHANNEL } from './sessions.repository.ts';

export type FactorKind = 'passkey' | 'totp';

export type FactorRow = {
  readonly id: number;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly credentialId: string | null;
  readonly publicKey: string | null;
  readonly counter: number;
  readonly transports: string[];
  readonly sealedSecret: string | null;
};
const COLUMNS = [
  'id',
  'kind',
  'name',
  'createdAt',
  'lastUsedAt',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'sealedSecret',
] as const;

export async function listFactors(db: Db, subject: string): Promise<FactorRow[]> {
  return db.selectFrom('secondFactors').select(COLUMNS).where('subject', '=', subject).orderBy('id').execute();
}

export type NewFactor = Partial<
  Pick<FactorRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'sealedSecret'>
> &
  Pick<FactorRow, 'kind' | 'name' | 'createdAt'>;

/** @throws a unique violation for a passkey that is known, or a second app */
export async function insertFactor(tx: Tx, subject: string, factor: NewFactor): Promise<number> {
  const { transports, ...columns } = factor;
  const { id } = await tx
    .insertInto('secondFactors')
    .values({ subject, ...columns, ...(transports && { transports: sql`${transports}::text[]` as never }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False when it is none of theirs. */
export async function deleteFactor(tx: Tx, subject: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('secondFactors')
    .where('subject', '=', subject)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes every factor and recovery code of an account away. False when it had none. */
export async function deleteFactors(tx: Tx, subject: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('secondFactors').where('subject', '=', subject).executeTakeFirst();
  await tx.deleteFrom('recoveryCodes').where('subject', '=', subject).execute();
  return numDeletedRows > 0n;
}

/** One change of an account's factors at a time. */
export async function lockFactors(tx: Tx, subject: string): Promise<FactorRow[]> {
  await tx.selectFrom('identities').select('subject').where('subject', '=', subject).forUpdate().execute();
  return listFactors(tx, subject);
}

/** Every process reads anew what it remembers of the account. */
export async function announceFactors(tx: Tx, subject: string): Promise<void> {
  await notify(tx, SESSIONS_CHANNEL, subject);
}

/** Wrong codes in a row that close an app for the seconds below. */
const TRIES_MAX = 10;
export const APP_CLOSED_SECONDS = 15 * 60;

type AppTry = {
  readonly id: number;
  readonly sealedSecret: string;
  /** The app is closed from now on, unless the code is right. */
  readonly closes: boolean;
};

/** Uses up one try of the app's codes, before the code is looked at. Undefined while it is closed, or when there is none. */
export async function claimAppTry(db: Db, subject: string, now: Date): Promise<AppTry | undefined> {
  const lockedUntil = new Date(now.getTime() + APP_CLOSED_SECONDS * 1000);
  const { rows } = await sql<AppTry>`
    update second_factors set
      tries = case when tries >= ${TRIES_MAX} then 1 else tries + 1 end,
      locked_until = case when tries + 1 = ${TRIES_MAX} then ${lockedUntil}::timestamptz end
    where subject = ${subject} and kind = 'totp' and (locked_until is null or locked_until <= ${now})
    returning id, sealed_secret as "sealedSecret", tries = ${TRIES_MAX} as closes`.execute(db);
  return rows[0];
}

/** False when this code, or a later one, was taken before. */
export async function takeAppStep(tx: Tx, id: number, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('secondFactors')
    .set({ lastStep: step, lastUsedAt: now, tries: 0, lockedUntil: null })
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPasskeyUsed(tx: Tx, id: number, counter: number, now: Date): Promise<void> {
  await tx.updateTable('secondFactors').set({ counter, lastUsedAt: now }).where('id', '=', id).execute();
}

/** New ones in the place of all that there were. */
export async function replaceRecoveryCodes(
  tx: Tx,
  subject: string,
  codeHashes: readonly string[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('subject', '=', subject).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(codeHashes.map((codeHash) => ({ codeHash, subject, createdAt: now })))
    .execute();
}

export async function countRecoveryCodes(db: Db, subject: string): Promise<number> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('subject', '=', subject)
    .where('usedAt', 'is', null)
    .execute();
  return rows.length;
}

/** False when it is none of theirs, or was used. */
export async function takeRecoveryCode(tx: Tx, subject: string, codeHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('subject', '=', subject)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
