import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db, Tx } from '../../db/db.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { jpegPicture, upload } from '../../test/pictures.ts';
import { type Answer, type Person, useWorld } from '../../test/world.ts';
import { type FileStore, LARGEST_FILE } from '../../outside/outside.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
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

test('pictures and slips that the store does not give take no room from other reads', async () => {
  const loan = await newLoan({ status: 5 });
  const { key, url } = done(
    await upload(world, loan.owner, await jpegPicture(), { folder: 'slips', name: `${loan.id}-slip.jpg` }),
  );
  done(
    await world.call('POST', '/api/borrow/proposalPayment', {
      as: loan.owner,
      body: { proposalId: loan.id, amount: 5, slip: key },
    }),
  );
  let waiting = 0;
  const { promise: given, resolve: giveNone } = Promise.withResolvers<null>();
  const read: FileStore['read'] = () => {
    waiting += 1;
    return given;
  };
  Object.assign(world.outside.files, { read });
  const answers: Promise<Answer>[] = [];
  // More than reads may take while all is calm (`admission.ts`), and few enough at once to be let in.
  for (const most of [100, 200, 300]) {
    const pictures = Array.from({ length: 50 }, () => world.call('GET', '/files/proposalImages/any-00000.webp'));
    answers.push(...pictures, ...Array.from({ length: 50 }, () => world.call('GET', url, { as: loan.owner })));
    await vi.waitFor(() => expect(waiting).toBe(most), 15_000);
  }
  expect((await world.call('GET', '/api/auth/', { as: loan.owner })).status).toBe(200);
  giveNone(null);
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([404]));
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

test('a key whose commit was not answered has its bytes, and asking again tells it', async () => {
  const person = await world.newPerson();
  const { db } = world;
  const picture = await jpegPicture();
  const send = () => upload(world, person, picture, { key: 'once' });
  Object.assign(world.outside, { db: losingAnswers(db) });
  expect(refusal(await send().finally(() => Object.assign(world.outside, { db })))).toBe('503 overloaded');
  const { key } = done(await send());
  expect((await rowsOf(person)).map((row) => row.key)).toEqual([key]);
  expect(await world.outside.files.read(key, [LARGEST_FILE])).not.toBeNull();
});

/** A database whose connection breaks between each commit and its answer. */
function losingAnswers(db: Db): Db {
  type Isolation = Parameters<ReturnType<Db['transaction']>['setIsolationLevel']>[0];
  const transaction = () => ({
    setIsolationLevel: (level: Isolation) => ({
      execute: async (work: (tx: Tx) => Promise<unknown>) => {
        await db.transaction().setIsolationLevel(level).execute(work);
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
    }),
  });
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
