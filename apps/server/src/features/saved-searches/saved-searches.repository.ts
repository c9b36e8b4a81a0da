import type { SavedSearchId, UserId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';

/** The filters as the wire has them; the contract reads them. */
export type SavedSearchRow = {
  readonly id: SavedSearchId;
  readonly name: string;
  readonly filters: unknown;
  readonly savedAt: Date;
  readonly lookedUntil: Date;
};

export async function listSavedSearches(db: Db, userId: UserId): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'filters', 'savedAt', 'lookedUntil'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

/** Holds a person's searches together: each change of them waits for the one before. */
export async function lockSearcher(tx: Tx, userId: UserId): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Looks at what is published from now on. */
export async function saveSearch(
  tx: Tx,
  { userId, name, filters }: { readonly userId: UserId; readonly name: string; readonly filters: object },
  now: Date,
): Promise<SavedSearchId> {
  const values = { filters: JSON.stringify(filters), savedAt: now, lookedUntil: now };
  const { id } = await tx
    .insertInto('savedSearches')
    .values({ userId, name, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether it was this person's. */
export async function deleteSavedSearch(tx: Tx, userId: UserId, id: SavedSearchId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('savedSearches')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The people with a search that has not looked through the time up to then. */
export async function listDueSearchers(db: Db, until: Date): Promise<UserId[]> {
  const rows = await db
    .selectFrom('savedSearches')
    .select('userId')
    .distinct()
    .where('lookedUntil', '<', until)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function setLookedUntil(tx: Tx, userId: UserId, until: Date): Promise<void> {
  await tx
    .updateTable('savedSearches')
    .set({ lookedUntil: until })
    .where('userId', '=', userId)
    .where('lookedUntil', '<', until)
    .execute();
}

export type Searcher = { readonly email: string; readonly language: Language };

export async function findSearcher(db: Db, userId: UserId): Promise<Searcher> {
  return db.selectFrom('users').select(['email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow();
}
