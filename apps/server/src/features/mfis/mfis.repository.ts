import type { MfiId } from '@sathi/domain/ids.ts';
import { DEFAULT_MFI_ID } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';

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
  'fundingDays',
  'lateGraceDays',
  'approveBeforeBacking',
  'collection',
  'payDays',
  'localCurrency',
  'localMoney',
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
    .select(['id', 'name', 'timeZone', 'fundingDays', 'firstDueAfterMonths', 'releaseOnApproval', 'fourEyesFromCents'])
    .select(['collection', 'localUnitMinor'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The institution whose office is reached at this e-mail address. */
export async function findOfficeAt(db: Db, email: string): Promise<MfiId | undefined> {
  const office = await db
    .selectFrom('mfis')
    .select('id')
    .where((of) => of(of.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return office?.id;
}

export async function findMfiById(db: Db, id: MfiId) {
  return db.selectFrom('mfis').select(PUBLIC_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The fields that the staff may change. `logo` is an address, colours are `#rrggbb`. */
export type Branding = {
  readonly logo: string;
  readonly website: string;
  readonly phone: string;
  readonly email: string;
  readonly slogan: string;
  readonly welcomeMessage: string;
  readonly primaryColor: string;
  readonly accentColor: string;
};

export async function setBranding(tx: Tx, id: MfiId, values: Partial<Branding>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx.updateTable('mfis').set(values).where('id', '=', id).execute();
}
