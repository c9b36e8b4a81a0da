import { expect, test } from 'vitest';
import { done, FORM, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { create, newLoan, setStatus, edit, remove, find, back, decide, history } = useLoans(world);

const fieldsOf = (answer: { body: any }) => answer.body.errors.map((error: { path: string }) => error.path);

test('T1: a new draft has no money, no deadline and no audience', async () => {
  const owner = await world.newPerson();
  const answer = await create(owner, { status: 1, currentBalance: '0', address: '', image: null });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    success: true,
    data: { id: expect.stringMatching(/^\d+$/), amount: 100, localAmount: null },
  });
  expect(done(await find(answer.body.data, owner))).toMatchObject({
    status: 1,
    currentBalance: 0,
    mfiId: '3',
    fundingDeadline: null,
    publishedAt: null,
    isMFIApproved: false,
    closedReason: null,
  });
  expect(await history(answer.body.data)).toEqual(['created']);
});

test('T2, R5.1: publishing stores the end of the last day where the MFI is', async () => {
  const loan = await newLoan({ status: 1 });
  expect(done(await setStatus(loan, loan.owner, 2))).toEqual({
    id: loan.id,
    status: 2,
    amount: 100,
    localAmount: null,
  });
  const found = done(await find(loan));
  // 31 January 10:00 in Kolkata plus 30 days is 2 March, whose last millisecond is 18:29:59.999 UTC.
  expect(found.fundingDeadline).toMatch(/^2026-03-02T18:(29:59\.999|30:00\.000)Z$/);
  expect(found.publishedAt).toBe(NOW.toISOString());
  expect(await history(loan)).toEqual(['created', 'published']);
});

test.each([
  ['2 → 2', 2, 2, '409 wrong_status'],
  ['1 → 1', 1, 1, '409 wrong_status'],
  ['3 → 1', 3, 1, '409 has_backers'],
  ['3 → 2', 3, 2, '409 has_backers'],
  ['4 → 1', 4, 1, '409 has_backers'],
  ['5 → 1', 5, 1, '409 has_backers'],
  ['6 → 2', 6, 2, '409 has_backers'],
] as const)('R1.2: %s is refused to the owner and changes nothing', async (_, from, to, expected) => {
  const loan = await newLoan({ status: from });
  const before = await history(loan);
  expect(refusal(await setStatus(loan, loan.owner, to))).toBe(expected);
  expect(done(await find(loan, loan.owner)).status).toBe(from);
  expect(await history(loan)).toEqual(before);
});

test('T3: taken back, a proposal is a draft without deadline and approval, and others never knew it', async () => {
  const loan = await newLoan({ isApproved: true });
  expect(done(await setStatus(loan, loan.owner, '1'))).toEqual({
    id: loan.id,
    status: 1,
    amount: 100,
    localAmount: null,
  });
  expect(done(await find(loan, loan.owner))).toMatchObject({ fundingDeadline: null, isMFIApproved: false });
  expect(refusal(await find(loan, loan.officer))).toBe('404 not_found');
  expect(await history(loan)).toContain('unpublished');
});

test('T4: a deleted proposal is gone for all people, its owner included; with backers it stays', async () => {
  const loan = await newLoan();
  expect(done(await remove(loan, loan.owner))).toEqual({ id: loan.id });
  for (const person of [loan.owner, loan.officer, null])
    expect(refusal(await find(loan, person))).toBe('404 not_found');
  expect(refusal(await remove(loan, loan.owner))).toBe('404 not_found');
  expect(refusal(await back(loan, loan.officer, 10))).toBe('404 not_found');
  expect(await history(loan)).toEqual(['created', 'deleted']);

  for (const status of [3, 4, 5, 6] as const) {
    const backed = await newLoan({ status });
    expect(refusal(await remove(backed, backed.owner))).toBe('409 has_backers');
  }
});

test('R2.4: an edit takes the approval away and the history keeps the old values', async () => {
  const loan = await newLoan({ isApproved: true });
  const changes = { title: 'Two machines', amount: '250.50', monthsToRepay: '24', startDate: '01/04/2026' };
  const image = await keptPicture(world, loan.owner);
  done(await edit(loan, loan.owner, { ...changes, image }));
  expect(done(await find(loan, loan.owner))).toMatchObject({
    title: 'Two machines',
    amount: 250.5,
    monthsToRepay: 24,
    startDate: '2026-04-01',
    image,
    isMFIApproved: false,
  });
  const answer = await world.call('GET', `/api/borrow/history?proposalId=${loan.id}`, { as: loan.officer });
  const edited = done(answer).find((event: { kind: string }) => event.kind === 'edited');
  expect(edited.before).toMatchObject({ title: FORM.title, amountCents: 10_000, monthsToRepay: 12, image: null });
  expect(await history(loan)).toEqual(['created', 'approved', 'edited', 'approval_withdrawn']);
  expect(done(await decide('approveProposal', loan)).isMFIApproved).toBe(true);
});

test('R2.4: sending the same values again is no edit, and the approval stays', async () => {
  const loan = await newLoan({ isApproved: true });
  done(await edit(loan, loan.owner, { title: ` ${FORM.title} `, amount: '100.00' }));
  expect(done(await find(loan, loan.owner)).isMFIApproved).toBe(true);
  expect(await history(loan)).toEqual(['created', 'approved']);
});

test('R1.2: only the owner may edit, publish or delete', async () => {
  const loan = await newLoan();
  const others: Person[] = [await world.newPerson(), loan.officer];
  for (const person of others) {
    expect(refusal(await edit(loan, person, { title: 'Mine' }))).toBe('403 not_permitted');
    expect(refusal(await setStatus(loan, person, 1))).toBe('403 not_permitted');
    expect(refusal(await remove(loan, person))).toBe('403 not_permitted');
  }
  expect(refusal(await edit(await newLoan({ status: 3 }), loan.owner, { amount: 1e6 }))).toBe('403 not_permitted');
});

test.each([3, 4, 5, 6] as const)('R6.1: nothing is edited once there are backers (status %i)', async (status) => {
  const loan = await newLoan({ status });
  expect(refusal(await edit(loan, loan.owner, { amount: 500 }))).toBe('409 has_backers');
});

test.each([
  ['currentBalance', 50],
  ['currentBalance', '1'],
  ['address', '0x1'],
  ['status', 3],
  ['fundedAmount', 1],
  ['backedCents', 1],
  ['isMFIApproved', true],
  ['approvedBy', 1],
  ['ownerId', 1],
  ['publishedAt', '2026-01-01T00:00:00.000Z'],
  ['deletedAt', null],
])('security T3: a new proposal with %s = %j is refused, loudly', async (field, value) => {
  const answer = await create(await world.newPerson(), { [field]: value });
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(fieldsOf(answer)).toContain(field);
});

test.each([
  ['title', ''],
  ['title', '   '],
  ['title', 'x'.repeat(121)],
  ['title', 'pay \u202eereh'],
  ['description', ''],
  ['description', '\u09b8'.repeat(257)],
  ['amount', 0],
  ['amount', 0.99],
  ['amount', -5],
  ['amount', 100_000_000.01],
  ['amount', 999_999_999],
  ['monthsToRepay', 0],
  ['monthsToRepay', 61],
  ['monthsToRepay', 1.5],
  ['startDate', '2026-02-30'],
  ['startDate', 'soon'],
  ['mfiId', '99'],
  ['image', '../../etc/passwd'],
])('section 5: %s = %j is refused at its field', async (field, value) => {
  const owner = await world.newPerson();
  const answer = await create(owner, { [field]: value });
  expect(refusal(answer)).toBe('422 invalid_request');
  expect(fieldsOf(answer)).toEqual([field]);
  if (field === 'mfiId') return;
  const loan = await newLoan({ owner });
  expect(refusal(await edit(loan, owner, { [field]: value }))).toBe('422 invalid_request');
});

test('R8.1, R17.4: the limits themselves are accepted, counted in code points', async () => {
  const owner = await world.newPerson();
  for (const fields of [
    { amount: 1, monthsToRepay: 1 },
    { amount: '100000000.00', monthsToRepay: '60' },
    { title: '\u{1F9F5}'.repeat(120), description: '\u09b8'.repeat(256) },
    { startDate: '2020/01/01' },
  ]) {
    expect((await create(owner, fields)).status).toBe(201);
  }
});

test('R1.2: an edit with wrong values in the wrong state is a conflict before it is a mistake', async () => {
  const loan = await newLoan({ status: 3 });
  expect((await edit(loan, loan.owner, { amount: 'much', extra: 1 })).status).toBe(409);
  expect((await edit(loan, loan.officer, { amount: 'much' })).status).toBe(403);
  expect((await edit(await newLoan({ status: 1 }), loan.officer, { amount: 'much' })).status).toBe(404);
});

test('an edit that names two proposals, or none, is refused', async () => {
  const [loan, other] = [await newLoan(), await newLoan()];
  expect(refusal(await edit(loan, loan.owner, { id: other.id, title: 'x' }))).toBe('422 invalid_request');
  const answer = await world.call('PATCH', '/api/borrow/update', { as: loan.owner, body: { title: 'x' } });
  expect(refusal(answer)).toBe('422 invalid_request');
});

test.each([3, 4, 5, 6, '5'])('R1.2, R1.5: status %j cannot be asked for', async (status) => {
  const [loan, draft] = [await newLoan(), await newLoan({ status: 1 })];
  const ask = (on: Loan, as: Person) => edit(on, as, { id: on.id, status });
  expect(refusal(await ask(loan, loan.owner))).toBe('409 wrong_status');
  expect(refusal(await ask(draft, draft.owner))).toBe('409 wrong_status');
  expect(refusal(await ask(loan, loan.officer))).toBe('403 not_permitted');
  expect(refusal(await ask(draft, loan.officer))).toBe('404 not_found');
  expect(done(await find(loan)).status).toBe(2);
});

test.each([0, 7, -1, 1.5, '02', 'published', null])('R1.1: %j is no status', async (status) => {
  const loan = await newLoan();
  expect(refusal(await edit(loan, loan.owner, { id: loan.id, status }))).toBe('422 invalid_request');
});

test.each(['\u200b', '\u200f\u200f', '\u3164', '\u00ad \u2060'])(
  'section 5: an invisible title is missing: %j',
  async (title) => {
    expect(fieldsOf(await create(await world.newPerson(), { title }))).toEqual(['title']);
  },
);
