import type { Insertable } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { TranslationsTable } from '../../db/schema.ts';

/** One for each language: a later one takes its place. The caller holds the lock of the proposal. */
export async function saveTranslation(tx: Tx, translation: Insertable<TranslationsTable>): Promise<void> {
  const { proposalId: _, language: __, ...values } = translation;
  await tx
    .insertInto('translations')
    .values(translation)
    .onConflict((conflict) => conflict.columns(['proposalId', 'language']).doUpdateSet(values))
    .execute();
}
