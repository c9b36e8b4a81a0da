import { randomBytes } from 'node:crypto';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type PictureFolder, pictureNamePrefix, quotaRefusal, uploadRefusal } from '@sathi/domain/pictures.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db } from '../../db/db.ts';
import { isUnavailable } from '../../db/errors.ts';
import { type Attempt, refuseKnownAttempt, runOnce } from '../../http/idempotency.ts';
import type { ImageFiles, Outside } from '../../outside/outside.ts';
import { RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { findUsage, insertFile, isOthersFile, lockUploads } from './files.repository.ts';
import { inTime } from './in-time.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { isAnimated, isPictureType, kindOfBytes } from './picture-kind.ts';

export type FilesContext = Pick<Outside, 'db' | 'files' | 'now' | 'log'> & {
  readonly decode: PictureDecoder['decode'];
};

export type Upload = {
  readonly viewer: SignedIn;
  readonly folder: PictureFolder;
  /** The client's name for the picture. It tells the purpose; the name of the kept picture is the server's. */
  readonly name: string;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
  readonly attempt: Attempt;
};

export type KeptPicture = {
  readonly key: string;
  readonly url: string;
  /** `width` and `height` are those of the largest size, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly blur: string;
};

/**
 * Keeps a picture in five sizes and two types, with nothing but its pixels (R14.1). The bytes are stored before the key leaves the
 * server, so that no key is ever without bytes; after a failure in between they are taken away again, unless the database went away and
 * may have kept the row.
 * @throws RefusalError `not_permitted`, `image_unreadable`, `image_kind`, `image_animated`, `image_too_large`,
 * `image_quota`; `overloaded` when too many wait or the store does not answer
 */
export async function keepPicture(context: FilesContext, upload: Upload): Promise<KeptPicture> {
  const { db, files, now } = context;
  const { viewer, attempt } = upload;
  refuseIf(uploadRefusal(viewer, upload.folder));
  refuseWrongKind(upload);
  await refuseKnownAttempt(db, attempt);
  refuseIf(quotaRefusal(await findUsage(db, viewer.id)));
  const { made, ...picture } = await context.decode(upload.bytes);
  const key = await newKey(db, upload);
  await store(context, key, made);
  try {
    return await runOnce(db, attempt, now(), async (tx) => {
      await lockUploads(tx, viewer.id);
      refuseIf(quotaRefusal(await findUsage(tx, viewer.id)));
      const file = { key, ...picture, ownerId: viewer.id, sizeBytes: sizeOf(made), createdAt: now() };
      await insertFile(tx, file);
      return { key, url: upload.folder === 'slips' ? `/api/money/${key}` : `/files/${key}`, ...picture };
    });
  } catch (error) {
    if (!isUnavailable(error)) await files.remove(key).catch(() => undefined);
    throw error;
  }
}

/** @throws RefusalError `not_permitted` for the name of a picture that another person keeps (security T15) */
export async function refuseOthersName(db: Db, viewer: SignedIn, key: string): Promise<void> {
  if (await isOthersFile(db, viewer.id, key)) throw new RefusalError('not_permitted');
}

function refuseWrongKind({ bytes, contentType }: Upload): void {
  if (bytes.length === 0) throw new RefusalError('image_unreadable');
  const kind = kindOfBytes(bytes);
  if (kind === null || !isPictureType(contentType)) throw new RefusalError('image_kind');
  if (isAnimated(bytes, kind)) throw new RefusalError('image_animated');
}

/** The key has 128 random bits: a person who is not shown a picture cannot find it (security T15). */
async function newKey(db: Db, { folder, name, viewer }: Upload): Promise<string> {
  const random = BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0');
  return `${folder}/${await prefixOf(db, folder, name, viewer.id)}-${random}.webp`;
}

/** The beginning of a key: the id of one's own proposal, or the title of a campaign. */
async function prefixOf(db: Db, folder: PictureFolder, name: string, ownerId: UserId): Promise<string> {
  if (folder === 'profileImages') return String(ownerId);
  if (folder === 'campaignImages') return pictureNamePrefix(name) ?? 'campaign';
  const id = /^([1-9]\d{0,14})(?:[-_.]|$)/.exec(name)?.[1];
  const proposal = id === undefined ? undefined : await findProposal(db, Number(id) as ProposalId);
  return proposal?.ownerId === ownerId ? String(proposal.id) : 'new';
}

/** @throws RefusalError `overloaded` when the store does not take it in time */
async function store({ files, log }: FilesContext, key: string, made: ImageFiles): Promise<void> {
  const writing = files.write(key, made);
  try {
    await inTime(writing);
  } catch (error) {
    log.error({ err: error }, 'the store of pictures does not take one');
    // The picture may still arrive in the store, without a row that knows of it.
    void writing.then(() => files.remove(key)).catch(() => undefined);
    throw new RefusalError('overloaded');
  }
}

function sizeOf(made: ImageFiles): number {
  return Object.values(made).reduce((sum, bytes) => sum + bytes.length, 0);
}
