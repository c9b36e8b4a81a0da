import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal } from '../../test/loans.ts';
import { jpegPicture, upload } from '../../test/pictures.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { type FileStore, LARGEST_FILE } from '../../outside/outside.ts';

const world = useWorld();
const rowsOf = (person: Person) => world.db.selectFrom('files').selectAll().where('ownerId', '=', person.id).execute();

let store: FileStore;

beforeEach(() => {
  store = { ...world.outside.files };
});

afterEach(() => void Object.assign(world.outside.files, store));

test('a store that fails is 503, leaves no key, and takes the next picture', async () => {
  const person = await world.newPerson();
  Object.assign(world.outside.files, { write: async () => Promise.reject(new Error('disk full')) });
  const failed = await upload(world, person, await jpegPicture());
  expect(refusal(failed)).toBe('503 overloaded');
  expect(failed.headers['retry-after']).toBeDefined();
  expect(await rowsOf(person)).toEqual([]);
  Object.assign(world.outside.files, store);
  expect((await upload(world, person, await jpegPicture())).status).toBe(201);
});

test('a store that does not answer is 503 within five seconds, for reading too', async () => {
  const person = await world.newPerson();
  Object.assign(world.outside.files, { write: () => new Promise(() => {}), read: () => new Promise(() => {}) });
  const answers = await Promise.all([
    upload(world, person, await jpegPicture()),
    world.call('GET', '/files/proposalImages/any-00000.webp'),
  ]);
  expect(answers.map(refusal)).toEqual(['503 overloaded', '503 overloaded']);
});

test('a key is told only when its bytes are there: a row that fails takes them away', async () => {
  const person = await world.newPerson();
  const written: string[] = [];
  const write: FileStore['write'] = async (key, files) => {
    await store.write(key, files);
    // Another row under this key, so that ours fails.
    await world.db
      .insertInto('files')
      .values({ key, width: 1, height: 1, sizeBytes: 1, blur: 'x', createdAt: world.now })
      .execute();
    written.push(key);
  };
  Object.assign(world.outside.files, { write });
  expect((await upload(world, person, await jpegPicture())).status).toBe(409);
  expect(written).toHaveLength(1);
  expect(await world.outside.files.read(written[0]!, [LARGEST_FILE])).toBeNull();
});
