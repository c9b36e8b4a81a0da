import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

const search = async (as: Person, words: string, mfiId: number = ROI) =>
  done(await world.call('GET', `/api/mfi/people?mfiId=${mfiId}&search=${encodeURIComponent(words)}`, { as }));
const find = (id: number, as: Person, mfiId: number = ROI) =>
  world.call('GET', `/api/mfi/person?mfiId=${mfiId}&id=${id}`, { as });
const write = (id: number, as: Person, text: unknown) =>
  world.call('POST', `/api/mfi/personNotes?mfiId=3&id=${id}`, { as, body: { text } });
const names = (people: { name: string }[]) => people.map(({ name }) => name);

test('staff find the people of their institution by a part of the name or of the phone', async () => {
  const loan = await newLoan({ owner: await world.newPerson({ firstName: 'Monowara', lastName: 'Akter' }) });
  const as = loan.officer;
  const [person] = await search(as, 'wara ak');
  expect(person).toEqual({
    id: String(loan.owner.id),
    name: 'Monowara Akter',
    phone: loan.owner.phone,
    isPhoneConfirmed: true,
    loansCount: 1,
    backingsCount: 0,
  });
  expect(names(await search(as, loan.owner.phone.slice(-7)))).toEqual(['Monowara Akter']);
  expect(await search(as, '%')).toEqual([]);
  expect(await search(as, 'nobody of this name')).toEqual([]);
});

test('a person is known by a published loan or a backing, not by a draft, and only at that institution', async () => {
  const draft = await newLoan({ status: 1, owner: await world.newPerson({ firstName: 'Draupadi' }) });
  const loan = await newLoan({ status: 3, backers: [await world.newPerson({ firstName: 'Farzana' })] });
  const elsewhere = await newLoan({ mfiId: DCBS, owner: await world.newPerson({ firstName: 'Elsa' }) });
  const as = loan.officer;
  expect(await search(as, 'Draupadi')).toEqual([]);
  expect(await search(as, 'Elsa')).toEqual([]);
  expect(await search(as, 'Farzana')).toMatchObject([{ loansCount: 0, backingsCount: 1 }]);
  for (const { owner } of [draft, elsewhere]) {
    expect(refusal(await find(owner.id, as))).toBe('404 not_found');
    expect(refusal(await write(owner.id, as, 'Hello'))).toBe('404 not_found');
  }
  expect(refusal(await find(loan.owner.id, elsewhere.officer))).toBe('403 not_permitted');
  expect(refusal(await find(loan.owner.id, elsewhere.officer, DCBS))).toBe('404 not_found');
});

test('staff of an institution with thousands of loans find the same people', async () => {
  const loan = await newLoan({ status: 3, backers: [await world.newPerson({ firstName: 'Golapi' })] });
  await newLoan({ status: 1, owner: await world.newPerson({ firstName: 'Golap' }) });
  const add = (loans: number) =>
    sql`
      insert into institution_figures (mfi_id, status, is_approved, balance_currency, amount_currency, loans, balance_cents,
        amount_cents, balance_minor, amount_minor)
      values (${ROI}, 2, false, 'USD', 'USD', ${loans}, 0, 0, 0, 0)`.execute(world.db);
  const few = await search(loan.officer, '');
  await add(5_000);
  expect(await search(loan.officer, '')).toEqual(few);
  expect(names(await search(loan.officer, 'Golap'))).toEqual(names(few).filter((name) => name.startsWith('Golapi')));
  await add(-5_000);
});

test('a person has their loans there and the notes of its staff, which stay as written and are in the audit log', async () => {
  const owner = await world.newPerson();
  const loan = await newLoan({ owner, status: 5, form: { title: 'A loom' } });
  await newLoan({ owner, mfiId: DCBS });
  const note = done(await write(owner.id, loan.officer, '  Came by with her slip. '));
  expect(note.text).toBe('Came by with her slip.');
  done(await write(owner.id, loan.officer, 'Moved to Gosaba.'));
  const person = done(await find(owner.id, loan.officer));
  expect(person.loans).toEqual([
    {
      proposalId: loan.id,
      title: 'A loom',
      status: 5,
      amount: 100,
      outstandingAmount: 100,
      local: null,
      localOutstanding: null,
      publishedAt: world.now.toISOString(),
    },
  ]);
  expect(person.notes.map(({ text }: { text: string }) => text)).toEqual([
    'Moved to Gosaba.',
    'Came by with her slip.',
  ]);
  expect(person.notes[0]).toMatchObject({
    writtenAt: world.now.toISOString(),
    authorName: expect.stringMatching('Off'),
  });
  const [act] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as: loan.officer }));
  expect(act).toMatchObject({ action: 'writePersonNote', actorId: String(loan.officer.id) });
  expect(act.details).not.toContain('Gosaba');
  expect((await write(owner.id, loan.officer, ' ')).status).toBe(422);
});

test('the list comes in pages, the newest person first', async () => {
  const mfi = { mfiId: DCBS } as const;
  const loans = [await newLoan(mfi), await newLoan(mfi), await newLoan(mfi)];
  const as = loans[0]!.officer;
  const page = (cursor = '') => world.call('GET', `/api/mfi/people?mfiId=1&limit=2${cursor}`, { as });
  const first = await page();
  expect(done(first).map(({ id }: { id: string }) => id)).toEqual(
    loans
      .slice(1)
      .toReversed()
      .map(({ owner }) => String(owner.id)),
  );
  const second = await page(`&cursor=${first.body.nextCursor}`);
  expect(done(second)[0].id).toBe(String(loans[0]!.owner.id));
});
