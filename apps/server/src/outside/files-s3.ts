import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StorageSettings } from '../config/transports.ts';
import { checkFileKey, NotAKeyError } from './file-key.ts';
import { type FileStore, IMAGE_WIDTHS, type ImageFile, LARGEST_FILE, StorageDownError } from './outside.ts';

const SMALLER_FILES: readonly ImageFile[] = IMAGE_WIDTHS.flatMap((width): ImageFile[] => [
  `${width}.avif`,
  `${width}.webp`,
]).filter((file) => file !== LARGEST_FILE);
/** The metadata of the largest picture that names where the smaller ones of the same writing are. */
const PARTS = 'parts';
const PARTS_NAME = /^[0-9a-f-]{36}$/;
/** A request for a picture hears within five seconds that the storage is away. */
export const STORAGE_TIMEOUTS = { connectMs: 2000, wholeMs: 4500 };
/** The place of the smaller pictures never changes, so a found one need not be asked for again. */
const REMEMBERED_MAX = 10_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Keeps pictures in a bucket of any storage that speaks S3. The smaller pictures are written first, under a name of their
 * own; the largest comes last, under the key, and says where they are. So a reader finds all of one writing or none, however
 * many write at once, and a crash leaves nothing that can be seen.
 */
export function createS3Files(settings: StorageSettings, timeouts = STORAGE_TIMEOUTS): FileStore {
  const { get, put, remove } = openBucket(settings, timeouts);
  const remembered = new Map<string, string>();
  /** Whether the storage can write only where nothing is; some cannot. */
  let knowsConditions = true;

  /** The name of the smaller pictures; null when nothing is under the key. */
  const findParts = async (key: string, signal: AbortSignal): Promise<string | null> => {
    // One byte, because an answer without a body does not tell a missing picture from a missing bucket.
    const found = await get(key, signal, 'bytes=0-0');
    if (found === null) return null;
    if (!PARTS_NAME.test(found.parts)) throw new Error('the picture does not say where its smaller ones are');
    return remember(key, found.parts);
  };
  const remember = (key: string, parts: string): string => {
    remembered.set(key, parts);
    if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string);
    return parts;
  };

  return {
    read: (key, among) =>
      withStorage(timeouts.wholeMs, async (signal) => {
        checkFileKey(key);
        const isLargest = among[0] === LARGEST_FILE;
        const parts = isLargest ? '' : (remembered.get(key) ?? (await findParts(key, signal)));
        if (parts === null) return null;
        for (const file of among) {
          const found = await get(file === LARGEST_FILE ? key : partKey(key, parts, file), signal);
          if (found !== null) return { file, bytes: found.bytes };
        }
        // The picture has been removed since.
        remembered.delete(key);
        return null;
      }),
    write: (key, files) =>
      withStorage(timeouts.wholeMs, async (signal) => {
        checkFileKey(key);
        if ((await findParts(key, signal)) !== null) return;
        const parts = randomUUID();
        const { [LARGEST_FILE]: largest, ...smaller } = files;
        await Promise.all(
          Object.entries(smaller).map(([file, bytes]) => put(partKey(key, parts, file as ImageFile), bytes, signal)),
        );
        const metadata = { Metadata: { [PARTS]: parts } };
        if (knowsConditions) {
          // Another writer of the same key was first, and its picture stays.
          const outcome = await put(key, largest, signal, { ...metadata, IfNoneMatch: '*' }).catch(outcomeOfCondition);
          if (outcome !== 'not known') return;
          knowsConditions = false;
        }
        // Keys are random, so that two write the same one is next to impossible; then the last stays, whole as well.
        await put(key, largest, signal, metadata);
      }),
    remove: (key) =>
      withStorage(timeouts.wholeMs, async (signal) => {
        checkFileKey(key);
        const parts = await findParts(key, signal);
        if (parts === null) return;
        remembered.delete(key);
        // The largest goes first, so that a reader never finds a part of a picture.
        await remove(key, signal);
        await Promise.all(SMALLER_FILES.map((file) => remove(partKey(key, parts, file), signal)));
      }),
  };
}

/** The three operations on the storage. A missing object reads as null. */
function openBucket(settings: StorageSettings, timeouts: typeof STORAGE_TIMEOUTS) {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Storages beside Amazon's know no others than the one that is asked for.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: timeouts.connectMs, requestTimeout: timeouts.wholeMs },
    ...(endpoint !== null && { endpoint }),
  });
  const get = async (key: string, signal: AbortSignal, range?: string) => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: range });
    const object = await client.send(command, { abortSignal: signal }).catch(nullWhenMissing);
    if (object === null) return null;
    // The signal ends the body as well.
    const bytes = await buffer(object.Body as Readable);
    return { bytes, parts: object.Metadata?.[PARTS] ?? '' };
  };
  const put = (key: string, bytes: Uint8Array, abortSignal: AbortSignal, more: Partial<PutObjectCommandInput> = {}) => {
    const ContentType = key.endsWith('.avif') ? 'image/avif' : 'image/webp';
    const object = { Bucket: bucket, Key: key, Body: bytes, ContentType, CacheControl: IMMUTABLE };
    return client.send(new PutObjectCommand({ ...object, ...more }), { abortSignal });
  };
  const remove = (key: string, abortSignal: AbortSignal) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
  return { get, put, remove };
}

function partKey(key: string, parts: string, file: ImageFile): string {
  return `${key.replace(/\.webp$/, '')}/${parts}/${file}`;
}

type S3Error = Error & { readonly $metadata?: { readonly httpStatusCode?: number } };

/** Null for a missing picture. A missing bucket is a fault of the configuration, and thrown. */
function nullWhenMissing(error: S3Error): null {
  if (error.name === 'NoSuchKey') return null;
  throw error;
}

/** The meaning of a storage's refusal of a conditional write. */
function outcomeOfCondition(error: S3Error): 'taken' | 'not known' {
  const status = error.$metadata?.httpStatusCode;
  if (status === 412 || error.name === 'ConditionalRequestConflict') return 'taken';
  if (status === 501) return 'not known';
  throw error;
}

/** A failure or a silence of the storage counts as its absence. @throws StorageDownError */
async function withStorage<Result>(wholeMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  try {
    return await work(AbortSignal.timeout(wholeMs));
  } catch (error) {
    if (error instanceof NotAKeyError) throw error;
    const { name, $metadata } = error as S3Error;
    throw new StorageDownError(`the storage is not there: ${name} ${$metadata?.httpStatusCode ?? ''}`.trim());
  }
}
