import type { MfiId } from '@sathi/domain/ids.ts';
import { DEFAULT_MFI_ID } from '@sathi/domain/ids.ts';
import type { Db } from '../../db/db.ts';

const PUBLIC_COLUMNS = [
  'id',
  'name',
  'logo',
  'website',
  'phone',
  'email',
  'slogan',
  'welcomeMessage',
  'country',
  'timeZone',
  'firstDueAfterMonths',
  'primaryColor',
  'accentColor',
] as const;

/** By exact name; without one the default. */
export async function findMfi(db: Db, name: string | undefined) {
  const query = db.selectFrom('mfis').select(PUBLIC_COLUMNS);
  return (name ? query.where('name', '=', name) : query.where('id', '=', DEFAULT_MFI_ID)).executeTakeFirst();
}

export async function listMfis(db: Db) {
  return db.selectFrom('mfis').select(PUBLIC_COLUMNS).orderBy('id').execute();
}

export async function findMfiSettings(db: Db, id: MfiId) {
  return db
    .selectFrom('mfis')
    .select(['id', 'name', 'timeZone', 'fundingDays', 'firstDueAfterMonths', 'releaseOnApproval'])
    .where('id', '=', id)
    .executeTakeFirst();
}
