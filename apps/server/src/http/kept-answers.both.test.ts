import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { useReports } from '../test/reports.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, edit, setStatus } = useLoans(world);
const { hide } = useReports(world);

const pageOf = (id: string) => `/api/borrow/findOne?id=${id}`;
const OPEN = '/api/borrow/openProposals?limit=50';

test('a visitor is answered with a tag, and 304 without bytes for as long as nothing has changed', async () => {
  const loan = await newLoan();
  for (const url of [pageOf(loan.id), OPEN, '/api/borrow/figures', '/api/mfi/all', '/api/mfi/showcase?name=ROI']) {
    const first = await world.call('GET', url);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Authorization' });
    const again = { headers: { 'if-none-match': `"other", W/${String(first.headers['etag'])}` } };
    expect(await world.call('GET', url, again)).toMatchObject({ status: 304, body: '' });
    expect((await world.call('GET', url, { headers: { 'if-none-match': '"other"' } })).body).toEqual(first.body);
  }
  const tag = String((await world.call('GET', pageOf(loan.id))).headers['etag']);
  done(await edit(loan, loan.owner, { title: 'A better sewing machine' }));
  const changed = await world.call('GET', pageOf(loan.id), { headers: { 'if-none-match': tag } });
  expect([changed.status, changed.body.data.title]).toEqual([200, 'A better sewing machine']);
});

test('a change is seen by all at once in the process that made it, for as long as changes are few', async () => {
  const loan = await newLoan();
  for (let round = 0; round < 5; round += 1) {
    const title = `A sewing machine, ${round}`;
    done(await edit(loan, loan.owner, { title }));
    const [page, list] = await Promise.all([world.call('GET', pageOf(loan.id)), world.call('GET', OPEN)]);
    expect(page.body.data.title).toBe(title);
    expect(list.body.data.map((card: { title: string }) => card.title)).toContain(title);
  }
});

test('a hidden proposal and one taken back are gone for visitors at once, and their refusal is not kept (R34.6)', async () => {
  const loan = await newLoan();
  expect((await world.call('GET', pageOf(loan.id))).status).toBe(200);
  done(await setStatus(loan, loan.owner, 1));
  expect((await world.call('GET', pageOf(loan.id))).status).toBe(404);
  done(await setStatus(loan, loan.owner, 2));
  expect((await world.call('GET', pageOf(loan.id))).status).toBe(200);

  const hidden = await newLoan();
  const wasListed = (await world.call('GET', OPEN)).body.data.some(({ id }: { id: string }) => id === hidden.id);
  await hide(hidden);
  expect(wasListed).toBe(true);
  expect((await world.call('GET', pageOf(hidden.id))).status).toBe(404);
  expect((await world.call('GET', OPEN)).body.data.some(({ id }: { id: string }) => id === hidden.id)).toBe(false);
});

test('people signed in are answered by themselves, and nothing of their answer reaches a visitor', async () => {
  const loan = await newLoan({ isApproved: true });
  const asOwner = () => world.call('GET', pageOf(loan.id), { as: loan.owner });
  const asVisitor = () => world.call('GET', pageOf(loan.id));
  for (let round = 0; round < 2; round += 1) {
    const [own, visitor] = [await asOwner(), await asVisitor()];
    expect(own.headers['etag']).toBeUndefined();
    expect(own.headers['cache-control']).toBe('no-store');
    expect(own.body.data.user.lastName).toBe('Khatun');
    expect(visitor.body.data.user.lastName).toBe('K.');
    expect(own.body.data.approvedByName).not.toBeNull();
    expect(visitor.body.data.approvedByName).toBeNull();
    const tag = String(visitor.headers['etag']);
    const tagged = await world.call('GET', pageOf(loan.id), { as: loan.owner, headers: { 'if-none-match': tag } });
    expect(tagged.status).toBe(200);
  }
  const draft = await newLoan({ status: 1 });
  expect((await world.call('GET', pageOf(draft.id), { as: draft.owner })).status).toBe(200);
  expect((await world.call('GET', pageOf(draft.id))).status).toBe(404);
});

test('a deadline that passes ends what is kept, although nothing was written', async () => {
  const before = world.now;
  const loan = await newLoan();
  const isOpen = async () =>
    (await world.call('GET', OPEN)).body.data.some(({ id }: { id: string }) => id === loan.id) as boolean;
  expect(await isOpen()).toBe(true);
  world.now = new Date(before.getTime() + 400 * 86_400_000);
  expect(await isOpen()).toBe(false);
  world.now = before;
});

test('fifty who ask for the same at once share one reading', async () => {
  const loan = await newLoan();
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.app.inject(pageOf(loan.id))));
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
});

test('sixteen who ask for different loans at once are each answered with theirs', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await newLoan()).id);
  const asked = [...ids, '999999', ...ids, ...ids].map((id, index) => ({
    id,
    url: `${pageOf(id)}${'&'.repeat(index)}`,
  }));
  const answers = await Promise.all(asked.map(({ url }) => world.app.inject(url)));
  expect(answers.map((answer) => (answer.statusCode === 404 ? '999999' : answer.json().data.id))).toEqual(
    asked.map(({ id }) => id),
  );
});
