import type { PictureFolder } from '@sathi/domain/pictures.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { invalidField } from '../../errors/refusal-error.ts';

type FileRow = { readonly key: string; readonly width: number; readonly height: number; readonly blur: string };

/**
 * Whether a person may attach a picture: they sent it to this folder, or the server drew it. In a transaction the
 * picture stays there until that ends, so that it is not taken away while it is being attached.
 */
async function isOwnFile(db: Db, userId: UserId, key: string, folder: PictureFolder): Promise<boolean> {
  if (!key.startsWith(`${folder}/`)) return false;
  const { rows } = await sql`
    select from files where key = ${key} and (owner_id = ${userId} or owner_id is null) for key share`.execute(db);
  return rows.length > 0;
}

/** Whether a picture of this name belongs to another person, or to the server. */
export async function isOthersFile(db: Db, userId: UserId, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from files where key = ${key} and owner_id is distinct from ${userId}`.execute(db);
  return rows.length > 0;
}

type Attached = {
  readonly path: string;
  readonly folder: PictureFolder;
  /** Absent when the picture stays as it is. */
  readonly key: string | null | undefined;
  /** The picture attached until now, which may stay even when another person sent it. */
  readonly before?: string | null;
};

/** @throws RefusalError `invalid_request` with `unknown_image` for a picture that this person never sent */
export async function refuseUnknownImage(
  tx: Tx,
  userId: UserId,
  { path, folder, key, before }: Attached,
): Promise<void> {
  if (key === undefined || key === null || key === before) return;
  if (!(await isOwnFile(tx, userId, key, folder))) throw invalidField(path, 'unknown_image');
}

/** Whether reports hide a picture, by itself or as that of a proposal, an update or a person. */
export async function isHiddenFile(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from files where key = ${key} and hidden_at is not null
    union all select from proposals where image = ${key} and hidden_at is not null
    union all select from updates where image = ${key} and hidden_at is not null
    union all select from users where profile_image = ${key} and profile_hidden_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** The number and the bytes of the pictures that one person keeps. */
export async function findUsage(db: Db, ownerId: UserId): Promise<{ count: number; sizeBytes: number }> {
  const { rows } = await sql<{ count: number; sizeBytes: number }>`
    select count(*)::int as "count", coalesce(sum(size_bytes), 0)::bigint as "sizeBytes"
    from files where owner_id = ${ownerId}`.execute(db);
  return rows[0] ?? { count: 0, sizeBytes: 0 };
}

/** Locks the person, so that two uploads of theirs are counted one after the other. */
export async function lockUploads(tx: Tx, ownerId: UserId): Promise<void> {
  await sql`select from users where id = ${ownerId} for no key update`.execute(tx);
}

export async function insertFile(
  tx: Tx,
  file: FileRow & { readonly ownerId: UserId | null; readonly sizeBytes: number; readonly createdAt: Date },
): Promise<void> {
  await tx.insertInto('files').values(file).execute();
}

/** All columns that show a picture. Drafts and deleted rows count as long as they are kept. */
const USED = sql`(
  exists (select from proposals where image = f.key) or exists (select from users where profile_image = f.key)
  or exists (select from updates where image = f.key) or exists (select from gallery_images where image = f.key)
  or exists (select from campaigns where image = f.key) or exists (select from payments where slip = f.key)
  or exists (select from pay_in_orders where told_slip = f.key)
  or exists (select from mfis where starts_with(logo, '/files/' || f.key || '?'))
)`;

/** Forgets up to `limit` uploads from before `before` that nothing shows. @returns their keys */
export async function deleteUnusedFiles(tx: Tx, before: Date, limit: number): Promise<string[]> {
  // A picture that is being attached is locked and left alone.
  const locked = await sql<{ key: string }>`
    select key from files f where owner_id is not null and created_at < ${before} and not ${USED}
    order by created_at limit ${limit} for update skip locked`.execute(tx);
  const keys = locked.rows.map(({ key }) => key);
  if (keys.length === 0) return [];
  // The use of a picture is asked again: it may have been attached after it was found and before it was locked.
  const { rows } = await sql<{ key: string }>`
    delete from files f where f.key = any(${keys}) and not ${USED} returning f.key`.execute(tx);
  return rows.map(({ key }) => key);
}
