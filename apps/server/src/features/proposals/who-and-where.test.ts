import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { create, newLoan, edit, find, history } = useLoans(world);

const GOATS = { place: 'Gosaba', category: 'livestock', storyLanguage: 'en' };
const NOBODY_SAID = { place: null, category: null, storyLanguage: null };

const fillIn = (loan: { id: string }, as: Person, body: object, mfiId = ROI) =>
  world.call('PATCH', `/api/mfi/proposal?mfiId=${mfiId}&proposalId=${loan.id}`, { as, body });
const problemsOf = (answer: { body: any }) => answer.body.errors.map((error: { path: string }) => error.path);

test('a proposal keeps its place, its trade and the language of its words (R26.1)', async () => {
  const owner = await world.newPerson();
  const loan = done(await create(owner, GOATS));
  expect(done(await find(loan))).toMatchObject(GOATS);
  done(await edit(loan, owner, { place: ' বিয়ানীবাজার ', category: 'food', storyLanguage: 'be' }));
  expect(done(await find(loan))).toMatchObject({ place: 'বিয়ানীবাজার', category: 'food', storyLanguage: 'be' });
  done(await edit(loan, owner, { category: null }));
  const [listed] = done(await world.call('GET', '/api/borrow/proposalsByUserAddress', { as: owner }));
  expect(listed).toMatchObject({ place: 'বিয়ানীবাজার', category: null, storyLanguage: 'be' });
});

test('a proposal published without them is shown without (R26.1)', async () => {
  expect(done(await find(await newLoan()))).toMatchObject(NOBODY_SAID);
});

test('a place has 1 to 80 characters, a trade and a language one of the words (R26.1)', async () => {
  const owner = await world.newPerson();
  const wrong = { place: '', category: 'banking', storyLanguage: 'bn' };
  expect(problemsOf(await create(owner, wrong)).toSorted()).toEqual(['category', 'place', 'storyLanguage']);
  expect(problemsOf(await create(owner, { place: 'গ'.repeat(81) }))).toEqual(['place']);
  expect((await create(owner, { place: 'গ'.repeat(80) })).status).toBe(201);
});

test('staff fill in what the owner left out, which takes no approval away and is in history and audit log (R26.1, R34.5)', async () => {
  const loan = await newLoan({ isApproved: true });
  done(await fillIn(loan, loan.officer, GOATS));
  expect(done(await find(loan))).toMatchObject({ ...GOATS, isMFIApproved: true });
  expect((await history(loan)).at(-1)).toBe('edited');
  const rows = await world.db
    .selectFrom('auditLog')
    .select('details')
    .where('action', '=', 'fillInProposal')
    .where('actorId', '=', loan.officer.id as never)
    .execute();
  expect(rows).toEqual([{ details: JSON.stringify({ id: Number(loan.id), mfiId: 3, proposalId: Number(loan.id) }) }]);
  done(await fillIn(loan, loan.officer, { category: 'farming' }));
  expect(done(await find(loan))).toMatchObject({ ...GOATS, category: 'farming' });
});

test('neither the owner nor another institution fills in, and not the words (R26.1)', async () => {
  const ownerStaff = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ owner: ownerStaff });
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await fillIn(loan, ownerStaff, GOATS))).toBe('403 not_permitted');
  expect(refusal(await fillIn(loan, elsewhere, GOATS, DCBS))).toBe('403 not_permitted');
  expect((await fillIn(loan, loan.officer, { title: 'Mine' })).status).toBe(422);
});

test('staff are listed the proposals that lack one of the three (R26.1)', async () => {
  const officer = await world.newPerson({ staffOf: [DCBS] });
  const lacking = await newLoan({ mfiId: DCBS, officer });
  const whole = await newLoan({ mfiId: DCBS, officer });
  done(await fillIn(whole, officer, GOATS, DCBS));
  done(await fillIn(lacking, officer, { ...GOATS, place: null }, DCBS));
  const listed = async (incomplete: boolean) =>
    done(
      await world.call('GET', `/api/borrow/proposalsByMFIID?mfiId=${DCBS}&incomplete=${incomplete}`, { as: officer }),
    ).map(({ id }: { id: string }) => id);
  expect([await listed(true), await listed(false)]).toEqual([[lacking.id], [whole.id]]);
});

test('the places of an institution are suggested, each once and the most frequent first (R26.1)', async () => {
  const owner = await world.newPerson();
  const places = ['Lospalos', 'Atauro', 'lospalos', 'Lóspalos', 'Lospalos'];
  for (const place of places) done(await create(owner, { place, mfiId: '2' }));
  done(await create(owner, { place: 'Dili', mfiId: '2', status: 1 }));
  expect(done(await world.call('GET', '/api/mfi/places?name=FATEN'))).toEqual(['Lospalos', 'Atauro']);
  expect(refusal(await world.call('GET', '/api/mfi/places?name=Nobody'))).toBe('404 not_found');
});
