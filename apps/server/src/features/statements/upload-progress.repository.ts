import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export type UploadProgress = {
  readonly read: number;
  readonly of: number;
  readonly state: 'reading' | 'done' | 'refused';
};

/** How far an upload is; known to the person who sends it, whichever process they ask. */
export async function setUploadProgress(
  db: Db,
  { userId, key }: { readonly userId: UserId; readonly key: string },
  { read, of, state }: UploadProgress,
  now: Date,
): Promise<void> {
  await sql`
    insert into statement_uploads (user_id, key, read_bytes, of_bytes, state, told_at)
    values (${userId}, ${key}, ${read}, ${of}, ${state}, ${now})
    on conflict (user_id, key) do update set read_bytes = excluded.read_bytes, of_bytes = excluded.of_bytes,
      state = excluded.state, told_at = excluded.told_at`.execute(db);
}

export async function findUploadProgress(db: Db, userId: UserId, key: string): Promise<UploadProgress | undefined> {
  const { rows } = await sql<UploadProgress>`
    select read_bytes::int as read, of_bytes::int as of, state from statement_uploads
    where user_id = ${userId} and key = ${key}`.execute(db);
  return rows[0];
}
