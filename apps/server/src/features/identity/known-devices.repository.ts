import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Address } from './code-requests.repository.ts';

/** The device has just been signed in with a password. */
export async function rememberDevice(tx: Tx, subject: string, device: string, now: Date): Promise<void> {
  await tx
    .insertInto('knownDevices')
    .values({ subject, device, seenAt: now })
    .onConflict((conflict) => conflict.columns(['subject', 'device']).doUpdateSet({ seenAt: now }))
    .execute();
}

/** Whether the account of this phone or address was signed in to from this device; asks the same when there is none. */
export async function isKnownDevice(db: Db, { kind, value }: Address, device: string): Promise<boolean> {
  const whose = kind === 'phone' ? sql`i.phone = ${value} and not i.phone_by_email` : sql`lower(i.email) = ${value}`;
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from known_devices k join identities i on i.subject = k.subject
      where k.device = ${device} and ${whose} and i.phone_verified_at is not null) as "isKnown"`.execute(db);
  return rows[0]?.isKnown ?? false;
}

/** A stranger may have been one of them. */
export async function forgetDevices(tx: Tx, subject: string): Promise<void> {
  await tx.deleteFrom('knownDevices').where('subject', '=', subject).execute();
}
