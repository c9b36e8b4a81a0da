import type { MfiId } from '@sathi/domain/ids.ts';
import { DEFAULT_MFI_ID } from '@sathi/domain/ids.ts';
import type { MfiTexts, MfiWords } from '@sathi/domain/mfi-words.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { MfisTable } from '../../db/schema.ts';

const PUBLIC_COLUMNS = [
  'id',
  'name',
  'logo',
  'website',
  'phone',
  'email',
  'slogan',
  'welcomeMessage',
  sql<MfiTexts>`texts`.as('texts'),
  'country',
  'timeZone',
  'firstDueAfterMonths',
  'fundingDays',
  'lateGraceDays',
  'approveBeforeBacking',
  'hideUnchecked',
  'collection',
  'payDays',
  'localCurrency',
  'localMoney',
  'primaryColor',
  'accentColor',
] as const;

/** The institution of exactly this name; without a name the default one. */
export async function findMfi(db: Db, name: string | undefined) {
  const query = db.selectFrom('mfis').select(PUBLIC_COLUMNS);
  return (name ? query.where('name', '=', name) : query.where('id', '=', DEFAULT_MFI_ID)).executeTakeFirst();
}

/** The institution of this name, in capital or small letters. */
export async function findMfiNamed(db: Db, name: string) {
  return db
    .selectFrom('mfis')
    .select(['id', 'name'])
    .where((where) => where(where.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
}

/** One institution at a time is added, until the transaction ends: no unique index knows names in other letters. */
export async function lockMfiNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mfis', 0))`.execute(tx);
}

/** Inserts an institution, with the table's own values for those not given. Needs {@link lockMfiNames} before. */
export async function insertMfi(tx: Tx, values: Insertable<MfisTable>): Promise<MfiId> {
  const { id } = await tx.insertInto('mfis').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Whether the database and this process both know the name; each alone also takes what the other refuses. */
export async function isTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db);
  if (rows.length === 0) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

export async function listMfis(db: Db) {
  return db.selectFrom('mfis').select(PUBLIC_COLUMNS).orderBy('id').execute();
}

export async function findMfiSettings(db: Db, id: MfiId) {
  return db
    .selectFrom('mfis')
    .select(['id', 'name', 'timeZone', 'fundingDays', 'firstDueAfterMonths', 'releaseOnApproval', 'fourEyesFromCents'])
    .select(['collection', 'localCurrency', 'localUnitMinor'])
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

type SomeWords = { readonly [Name in keyof MfiWords]?: MfiWords[Name] | undefined };

/** The fields that the staff may change. `logo` is an address, colours are `#rrggbb`. */
export type Branding = MfiWords & {
  /** The texts of a language that are not named stay. */
  readonly texts: { readonly [Language in keyof MfiTexts]?: SomeWords | undefined };
  readonly logo: string;
  readonly website: string;
  readonly phone: string;
  readonly email: string;
  readonly primaryColor: string;
  readonly accentColor: string;
  readonly hideUnchecked: boolean;
};

export async function setBranding(tx: Tx, id: MfiId, values: Partial<Branding>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const { texts, ...columns } = values;
  const set = { ...columns, ...(texts && { texts: textsWith(texts) }) };
  await tx.updateTable('mfis').set(set).where('id', '=', id).execute();
}

/** The texts with these in their places; the others stay. */
function textsWith({ be = {}, ar = {} }: Branding['texts']) {
  return sql<string>`jsonb_build_object(
    'be', texts -> 'be' || ${JSON.stringify(be)}::jsonb, 'ar', texts -> 'ar' || ${JSON.stringify(ar)}::jsonb)`;
}
