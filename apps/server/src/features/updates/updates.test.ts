import { expect, test } from 'vitest';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, remove } = useLoans(world);

type Loan = { readonly id: string; readonly owner: Person };

const list = (loan: { id: string }, as: Person | null = null, query = '') =>
  world.call('GET', `/api/borrow/proposalImages?proposalId=${loan.id}${query}`, { as });
const post = async (loan: Loan, body: object = {}, send: { key?: string; as?: Person } = {}) => {
  const { as = loan.owner, ...more } = send;
  const picture = {
    proposalId: loan.id,
    image: await keptPicture(world, loan.owner),
    description: 'The cloth has come.',
  };
  return world.call('POST', '/api/borrow/proposalImage', { as, body: { ...picture, ...body }, ...more });
};
const edit = (id: string, as: Person, body: object) =>
  world.call('PATCH', `/api/borrow/proposalImage?id=${id}`, { as, body });
const take = (id: string, as: Person) => world.call('DELETE', `/api/borrow/proposalImage?id=${id}`, { as });

test('an update has picture, text and date, and all people read it, the newest first', async () => {
  const loan = await newLoan({ status: 3 });
  const first = await post(loan);
  expect(first.status).toBe(201);
  expect(first.body.data).toEqual({
    id: expect.stringMatching(/^\d+$/),
    proposalId: loan.id,
    image: expect.stringMatching(/^proposalImages\//),
    imageUrl: `/files/${first.body.data.image}`,
    imageBlur: 'data:image/webp;base64,AAAA',
    description: 'The cloth has come.',
    date: world.now.toISOString(),
    editedAt: null,
    isHidden: false,
  });
  const second = done(await post(loan, { description: 'Sewn.' }));
  for (const as of [null, loan.owner, await world.newPerson()]) {
    expect(done(await list(loan, as)).map(({ id }: { id: string }) => id)).toEqual([second.id, first.body.data.id]);
  }
});

test('a long log comes in pages, each update once, also those of one moment', async () => {
  const loan = await newLoan();
  const written: string[] = [];
  for (let index = 0; index < 5; index += 1) written.unshift(done(await post(loan)).id);
  const read: string[] = [];
  let cursor = '';
  do {
    const { body } = await list(loan, null, `&limit=2${cursor && `&cursor=${cursor}`}`);
    read.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  } while (cursor);
  expect(read).toEqual(written);
});

test('T21: a draft’s log is its owner’s alone', async () => {
  const loan = await newLoan({ status: 1 });
  expect(done(await post(loan)).description).toBe('The cloth has come.');
  expect(done(await list(loan, loan.owner))).toHaveLength(1);
  const stranger = await world.newPerson();
  for (const as of [null, stranger, loan.officer]) expect(refusal(await list(loan, as))).toBe('404 not_found');
  expect(refusal(await post(loan, {}, { as: stranger }))).toBe('404 not_found');
});

test.each([
  [{ image: '' }, 'image', 'required'],
  [{ image: undefined }, 'image', 'required'],
  [{ description: '' }, 'description', 'required'],
  [{ description: ' \u200b\n ' }, 'description', 'required'],
  [{ description: 'x'.repeat(1001) }, 'description', 'This is too long.'],
  [{ image: 'profileImages/1-000000000000.webp' }, 'image', 'This value is not valid.'],
  [{ image: 'proposalImages/../secret.webp' }, 'image', 'This value is not valid.'],
])('specification 5: picture and text are required (%o)', async (body, path, message) => {
  const answer = await post(await newLoan(), body);
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(answer.body.errors).toEqual([{ path, message }]);
});

test('a thousand letters of any script are enough, and one more is too many', async () => {
  const loan = await newLoan();
  expect(done(await post(loan, { description: '🧵'.repeat(1000) })).description).toHaveLength(2000);
  expect(refusal(await post(loan, { description: '🧵'.repeat(1001) }))).toBe('422 invalid_request');
});

test('only the owner’s own uploads can be shown', async () => {
  const loan = await newLoan();
  const [stranger] = await people(world, 1);
  const foreign = await keptPicture(world, stranger as Person);
  for (const image of [foreign, 'proposalImages/9-nobody.webp']) {
    const answer = await post(loan, { image });
    expect(refusal(answer)).toBe('422 invalid_request');
    expect(answer.body.errors).toEqual([{ path: 'image', message: 'Please choose the picture again.' }]);
  }
  const update = done(await post(loan));
  expect(refusal(await edit(update.id, loan.owner, { image: foreign }))).toBe('422 invalid_request');
  expect(done(await list(loan))[0].image).toBe(update.image);
});

test('a picture in the log may stay, even when another person uploaded it', async () => {
  const loan = await newLoan();
  const update = done(await post(loan));
  await world.db
    .updateTable('files')
    .set({ ownerId: (await world.newPerson()).id })
    .where('key', '=', update.image)
    .execute();
  expect(done(await edit(update.id, loan.owner, { image: update.image, description: 'Sewn.' }))).toMatchObject({
    image: update.image,
    description: 'Sewn.',
  });
});

test('an edit changes the fields it names and says when; the same again is no change', async () => {
  const loan = await newLoan();
  const update = done(await post(loan));
  expect(done(await edit(update.id, loan.owner, { description: update.description })).editedAt).toBeNull();
  expect(done(await edit(update.id, loan.owner, { description: 'Sewn.' }))).toEqual({
    ...update,
    description: 'Sewn.',
    editedAt: world.now.toISOString(),
  });
  const image = await keptPicture(world, loan.owner);
  expect(done(await edit(update.id, loan.owner, { image }))).toMatchObject({ image, description: 'Sewn.' });
});

test('a deleted update is gone for readers, and a second deletion is not found', async () => {
  const loan = await newLoan();
  const update = done(await post(loan));
  expect(done(await take(update.id, loan.owner))).toEqual({ id: update.id });
  expect(done(await list(loan))).toEqual([]);
  expect(refusal(await take(update.id, loan.owner))).toBe('404 not_found');
  expect(refusal(await edit(update.id, loan.owner, { description: 'Sewn.' }))).toBe('404 not_found');
  const kept = await world.db.selectFrom('updates').select('id').where('id', '=', Number(update.id)).execute();
  expect(kept).toHaveLength(1);
});

test('R13.7: a deleted update is kept for six months and then forgotten', async () => {
  const loan = await newLoan();
  const update = done(await post(loan));
  done(await take(update.id, loan.owner));
  const rowsAfter = async (days: number) => {
    await deleteOutdated(world.db, new Date(world.now.getTime() + days * 86_400_000));
    return world.db.selectFrom('updates').select('id').where('id', '=', Number(update.id)).execute();
  };
  expect(await rowsAfter(182)).toHaveLength(1);
  expect(await rowsAfter(184)).toEqual([]);
});

test('only the owner writes in the log, not even staff', async () => {
  const loan = await newLoan({ status: 3 });
  const update = done(await post(loan));
  for (const as of [loan.officer, loan.backers[0] as Person, await world.newPerson()]) {
    expect(refusal(await post(loan, {}, { as }))).toBe('403 not_permitted');
    expect(refusal(await edit(update.id, as, { description: 'Mine.' }))).toBe('403 not_permitted');
    expect(refusal(await take(update.id, as))).toBe('403 not_permitted');
  }
  expect(done(await list(loan))).toEqual([update]);
});

test('with a deleted proposal its log is gone', async () => {
  const loan = await newLoan();
  const update = done(await post(loan));
  done(await remove(loan, loan.owner));
  expect(refusal(await list(loan, loan.owner))).toBe('404 not_found');
  expect(refusal(await edit(update.id, loan.owner, { description: 'Sewn.' }))).toBe('404 not_found');
});

test('R6.3: the same request ten times at once is one update, and rings each bell once', async () => {
  const loan = await newLoan({ status: 3 });
  const image = await keptPicture(world, loan.owner);
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(loan, { image }, { key: 'one wish' })));
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  expect(done(await list(loan))).toHaveLength(1);
  const bells = await world.db
    .selectFrom('notifications')
    .select(['userId', 'kind', 'actorId', 'readAt'])
    .where('kind', '=', 'update')
    .where('userId', '=', (loan.backers[0] as Person).id)
    .execute();
  expect(bells).toEqual([
    { userId: (loan.backers[0] as Person).id, kind: 'update', actorId: loan.owner.id, readAt: null },
  ]);
});
