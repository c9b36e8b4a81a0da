import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { type ImageFile, type ImageFiles, StorageDownError } from './outside.ts';
import { NEEDS } from '../test/needs.ts';
import { clientOf, startSwift, type Swift } from '../test/swift.ts';
import { startProxy, type TcpProxy } from '../test/tcp-proxy.ts';
import { useWorld } from '../test/world.ts';
import { createS3Files, STORAGE_TIMEOUTS } from './files-s3.ts';

const world = useWorld();
let swift: Swift;
let proxy: TcpProxy;
let keys = 0;

const hasSwift = NEEDS.swift.isMet();
beforeAll(async () => {
  if (hasSwift) swift = await startSwift();
});
afterAll(async () => swift?.stop());
beforeEach(async ({ skip }) => {
  skip(!hasSwift);
  proxy = await startProxy(swift.port);
});
afterEach(async () => proxy?.close());

const newKey = (): string => `proposalImages/169-${(keys += 1)}abc.webp`;
/** Bytes that tell whose they are and how large: more than fits into one packet. */
const picture = (writer: number) =>
  ({
    '160.webp': Buffer.alloc(2_000, `${writer}:160;`),
    '640.avif': Buffer.alloc(15_000, `${writer}:640 new;`),
    '640.webp': Buffer.alloc(20_000, `${writer}:640;`),
    '1600.webp': Buffer.alloc(300_000, `${writer}:1600;`),
  }) satisfies ImageFiles;
const FILES = Object.keys(picture(0)) as ImageFile[];
const store = () => createS3Files(swift.settings);
const proxied = (timeouts = STORAGE_TIMEOUTS) =>
  createS3Files({ ...swift.settings, endpoint: `http://127.0.0.1:${proxy.port}` }, timeouts);
const readAll = (files: ReturnType<typeof store>, key: string) =>
  Promise.all(FILES.map(async (file) => (await files.read(key, [file]))?.bytes ?? null));
const bytesOf = (files: ImageFiles) => Object.values(files).map((bytes) => Buffer.from(bytes));
const NOTHING = FILES.map(() => null);
const namesUnder = async (prefix: string): Promise<string[]> => {
  const listing = new ListObjectsV2Command({ Bucket: swift.settings.bucket, Prefix: prefix });
  const { Contents = [] } = await clientOf(swift.settings).send(listing);
  return Contents.map(({ Key = '' }) => Key);
};

test('every process reads a written picture in each width, and a missing one is missing', async () => {
  const key = newKey();
  expect(await readAll(store(), key)).toEqual(NOTHING);
  await store().write(key, picture(1));
  const reader = store();
  expect(await readAll(reader, key)).toEqual(bytesOf(picture(1)));
  expect(await readAll(reader, key)).toEqual(bytesOf(picture(1)));
  expect(await readAll(reader, newKey())).toEqual(NOTHING);
});

test('the first of several files that is kept is read, and says which it is', async () => {
  const key = newKey();
  await store().write(key, picture(1));
  const found = await store().read(key, ['400.avif', '400.webp', '640.avif', '1600.webp']);
  expect(found).toEqual({ file: '640.avif', bytes: picture(1)['640.avif'] });
  expect((await store().read(key, ['800.webp', '1600.webp']))?.file).toBe('1600.webp');
});

test('T15: FileStore.write keeps the first picture under a key', async () => {
  const key = newKey();
  await store().write(key, picture(1));
  const count = (await namesUnder(key.slice(0, -5))).length;
  await store().write(key, picture(2));
  expect(await readAll(store(), key)).toEqual(bytesOf(picture(1)));
  expect(await namesUnder(key.slice(0, -5))).toHaveLength(count);
});

test('of writers at once one wins, with all its sizes', async () => {
  const key = newKey();
  await Promise.all([1, 2, 3, 4, 5, 6].map((writer) => store().write(key, picture(writer))));
  const found = await readAll(store(), key);
  const winner = Number(String(found[0]?.subarray(0, 1)));
  expect(found).toEqual(bytesOf(picture(winner)));
});

test('a removed picture is gone in each width for every process, and leaves no object behind', async () => {
  const key = newKey();
  const [one, other] = [store(), store()];
  await one.write(key, picture(1));
  expect((await other.read(key, ['160.webp']))?.bytes).toEqual(picture(1)['160.webp']);
  await one.remove?.(key);
  expect(await readAll(one, key)).toEqual(NOTHING);
  expect(await readAll(other, key)).toEqual(NOTHING);
  expect(await namesUnder(key.slice(0, -5))).toEqual([]);
  await one.remove?.(key);
  await other.write(key, picture(2));
  expect(await readAll(other, key)).toEqual(bytesOf(picture(2)));
});

test('a storage that reports an earlier writer changes no object', async () => {
  const key = newKey();
  let isConditional = false;
  proxy.onRequest = (text) => {
    if (!text.startsWith(`PUT /pictures/${key}`)) return 'pass';
    isConditional = /^if-none-match: \*\r$/im.test(text);
    return { answer: 'HTTP/1.1 412 Precondition Failed\r\ncontent-length: 0\r\nconnection: close\r\n\r\n' };
  };
  await proxied().write(key, picture(1));
  expect(isConditional).toBe(true);
  expect(await readAll(store(), key)).toEqual(NOTHING);
});

test.each([
  '../etc/passwd',
  'proposalImages/../x.webp',
  'x.webp',
  'proposalImages/a.webp/b.webp',
  'proposalImages/A%2f.webp',
  '',
])('T15: %j is no key, for reading or writing', async (key) => {
  await expect(store().read(key, ['160.webp'])).rejects.toThrow('not a key of a file');
  await expect(store().write(key, picture(1))).rejects.toThrow('not a key of a file');
});

test('a writing that is cut off before its end is not there at all, and can be done again', async () => {
  const key = newKey();
  // The smaller pictures arrive, the largest does not.
  proxy.onRequest = (text) => (text.startsWith(`PUT /pictures/${key}`) ? 'cut' : 'pass');
  await expect(proxied().write(key, picture(1))).rejects.toBeInstanceOf(StorageDownError);
  expect((await namesUnder(key.slice(0, -5))).length).toBeGreaterThan(0);
  expect(await readAll(store(), key)).toEqual(NOTHING);
  proxy.onRequest = () => 'pass';
  await proxied().write(key, picture(2));
  expect(await readAll(store(), key)).toEqual(bytesOf(picture(2)));
});

test('a picture of which only a part arrives is none', async () => {
  const key = newKey();
  await store().write(key, picture(1));
  proxy.onAnswer = (passed) => (passed > 50_000 ? 'cut' : 'pass');
  await expect(proxied().read(key, ['1600.webp'])).rejects.toBeInstanceOf(StorageDownError);
});

test('a wrong secret is refused, for reading and for writing', async () => {
  const key = newKey();
  await store().write(key, picture(1));
  const thief = createS3Files({ ...swift.settings, secretAccessKey: 'guessed' });
  await expect(thief.read(key, ['160.webp'])).rejects.toThrow(/^the storage is not there: \w+ 403$/);
  await expect(thief.read(key, ['1600.webp'])).rejects.toBeInstanceOf(StorageDownError);
  await expect(thief.write(newKey(), picture(2))).rejects.toBeInstanceOf(StorageDownError);
});

test('a bucket that is missing is a fault, not a missing picture', async () => {
  const lost = createS3Files({ ...swift.settings, bucket: 'elsewhere' });
  for (const file of FILES) {
    await expect(lost.read(newKey(), [file])).rejects.toThrow('the storage is not there: NoSuchBucket 404');
  }
  await expect(lost.write(newKey(), picture(1))).rejects.toBeInstanceOf(StorageDownError);
});

test('a storage that says nothing, or stops in the middle, is given up in time', async () => {
  const key = newKey();
  await store().write(key, picture(1));
  const files = proxied({ connectMs: 5000, wholeMs: 300 });
  proxy.onRequest = () => 'drop';
  await expect(files.read(key, ['160.webp'])).rejects.toBeInstanceOf(StorageDownError);
  await expect(files.write(newKey(), picture(1))).rejects.toBeInstanceOf(StorageDownError);
  proxy.onRequest = () => 'pass';
  proxy.onAnswer = (passed) => (passed > 50_000 ? 'drop' : 'pass');
  await expect(files.read(key, ['1600.webp'])).rejects.toBeInstanceOf(StorageDownError);
  proxy.onAnswer = (passed) => (passed > 50_000 ? 'trickle' : 'pass');
  await expect(files.read(key, ['1600.webp'])).rejects.toBeInstanceOf(StorageDownError);
  expect(STORAGE_TIMEOUTS.wholeMs).toBeLessThan(5000);
});

test('over HTTP: a picture while the storage is there, 503 and a line in the log while it is away', async () => {
  const key = newKey();
  const files = proxied();
  await files.write(key, picture(1));
  const app = await createApp({ ...world.outside, files });
  const get = (name: string) => app.inject({ method: 'GET', url: `/files/${name}?w=640` });
  expect((await get(key)).rawPayload).toEqual(picture(1)['640.webp']);
  expect((await get(newKey())).statusCode).toBe(404);
  await proxy.close();
  const away = await get(newKey());
  expect(away.statusCode).toBe(503);
  expect(away.headers['content-type']).toContain('application/problem+json');
  expect(away.headers['retry-after']).toBeTruthy();
  expect(away.json().code).toBe('overloaded');
  expect(world.logLines.filter((line) => line.includes('the storage is not there')).length).toBeGreaterThan(0);
  expect(world.logLines.join('')).not.toContain(swift.settings.secretAccessKey);
  await app.close();
});
