import { randomUUID } from 'node:crypto';
import {
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StorageSettings } from '../config-transports.ts';
import { type FileStore, IMAGE_WIDTHS, type ImageSizes, type ImageWidth, StorageDownError } from '../outside.ts';

const LARGEST = 1600;
/** Of the largest picture: where the smaller ones of the same writing are. */
const PARTS = 'parts';
const KEY = /^[A-Za-z]{1,40}\/[a-z0-9][a-z0-9-]{0,150}\.webp$/;
const PARTS_NAME = /^[0-9a-f-]{36}$/;
/** Whoever waits for a picture hears within five seconds that the storage is away. */
export const STORAGE_TIMEOUTS = { connectMs: 2000, wholeMs: 4500 };
/** Where the smaller pictures are never changes, so what was found once need not be asked for again. */
const REMEMBERED_MAX = 10_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Keeps pictures in a bucket of any storage that speaks S3. The smaller pictures are written first, under a name of their
 * own; the largest comes last, under the key, and says where they are. So a reader finds all of one writing or none, however
 * many write at once, and a crash leaves nothing that can be seen.
 */
export function createS3Files(settings: StorageSettings, timeouts = STORAGE_TIMEOUTS): FileStore {
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
  const remembered = new Map<string, string>();

  /** The name of the smaller pictures; null when nothing is under the key. */
  const findParts = async (key: string, abortSignal: AbortSignal): Promise<string | null> => {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const head = await client
      .send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
      .catch(nullWhenMissing);
    return head === null ? null : remember(key, partsOf(head));
  };
  const remember = (key: string, parts: string): string => {
    remembered.set(key, parts);
    if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string);
    return parts;
  };
  const put = (key: string, bytes: Uint8Array, more: object, abortSignal: AbortSignal) =>
    client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: 'image/webp',
        CacheControl: IMMUTABLE,
        ...more,
      }),
      { abortSignal },
    );

  return {
    read: (key, width) =>
      withStorage(async () => {
        const abortSignal = AbortSignal.timeout(timeouts.wholeMs);
        checkKey(key);
        const parts = width === LARGEST ? '' : await findParts(key, abortSignal);
        if (parts === null) return null;
        const Key = width === LARGEST ? key : partKey(key, parts, width);
        const object = await client
          .send(new GetObjectCommand({ Bucket: bucket, Key }), { abortSignal })
          .catch(nullWhenMissing);
        return object === null ? null : ((await object.Body?.transformToByteArray()) ?? null);
      }),
    write: (key, sizes: ImageSizes) =>
      withStorage(async () => {
        const abortSignal = AbortSignal.timeout(timeouts.wholeMs);
        checkKey(key);
        if ((await findParts(key, abortSignal)) !== null) return;
        const parts = randomUUID();
        const smaller = IMAGE_WIDTHS.filter((width) => width !== LARGEST);
        await Promise.all(smaller.map((width) => put(partKey(key, parts, width), sizes[width], {}, abortSignal)));
        // Somebody who wrote the same key in the meantime was first, and stays.
        await put(key, sizes[LARGEST], { Metadata: { [PARTS]: parts }, IfNoneMatch: '*' }, abortSignal).catch(
          ignoreWhenTaken,
        );
      }),
  };
}

/** @throws Error for what is no key of ours: a fault, not a picture that is missing */
function checkKey(key: string): void {
  if (!KEY.test(key)) throw new NotAKeyError('not a key of a file');
}

class NotAKeyError extends Error {}

function partKey(key: string, parts: string, width: ImageWidth): string {
  return `${key.replace(/\.webp$/, '')}/${parts}/${width}.webp`;
}

function partsOf({ Metadata }: HeadObjectCommandOutput): string {
  const parts = Metadata?.[PARTS] ?? '';
  if (!PARTS_NAME.test(parts)) throw new Error('the picture does not say where its smaller ones are');
  return parts;
}

type S3Error = Error & { readonly $metadata?: { readonly httpStatusCode?: number } };

/** Missing is the picture; a bucket that is missing is a fault of the configuration. */
function nullWhenMissing(error: S3Error): null {
  if (/^(NoSuchKey|NotFound)$/.test(error.name)) return null;
  throw error;
}

function ignoreWhenTaken(error: S3Error): void {
  if (error.$metadata?.httpStatusCode !== 412 && error.name !== 'ConditionalRequestConflict') throw error;
}

/** Whatever the storage answers or does not: to the caller it is away. @throws StorageDownError */
async function withStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotAKeyError) throw error;
    const { name, $metadata } = error as S3Error;
    throw new StorageDownError(`the storage is not there: ${name} ${$metadata?.httpStatusCode ?? ''}`.trim());
  }
}
