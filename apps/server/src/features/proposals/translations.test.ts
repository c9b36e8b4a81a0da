import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { reduceProposals } from './reduced-proposals.repository.ts';

const world = useWorld();
const { newLoan, edit, find } = useLoans(world);

const GOATS = { title: 'Two goats', description: 'Milk for the market.' };
const BENGALI = { language: 'be', title: 'দুটি ছাগল', description: 'বাজারের জন্য দুধ।' };
const ARABIC = { language: 'ar', title: 'عنزتان', description: 'حليب للسوق.' };

const goats = () => newLoan({ form: GOATS });
const translate = (loan: Loan, body: object, as: Person = loan.officer, mfiId = ROI) =>
  world.call('PUT', `/api/mfi/translation?mfiId=${mfiId}&proposalId=${loan.id}`, { as, body });
const translationsOf = async (loan: Loan) => done(await find(loan)).translations;
const auditRowsOf = (action: string, { officer }: Loan) =>
  world.db
    .selectFrom('auditLog')
    .select('details')
    .where('action', '=', action)
    .where('actorId', '=', officer.id as never)
    .execute();

test('staff translate a proposal, one for each language, and the words of its owner stay (R26.4)', async () => {
  const loan = await goats();
  expect(await translationsOf(loan)).toEqual([]);
  expect(done(await translate(loan, BENGALI))).toEqual({ id: loan.id, language: 'be', isOutdated: false });
  done(await translate(loan, ARABIC));
  done(await translate(loan, { ...BENGALI, title: 'দুইটি ছাগল' }));
  expect(done(await find(loan))).toMatchObject({
    ...GOATS,
    translations: [
      { ...ARABIC, isOutdated: false },
      { ...BENGALI, title: 'দুইটি ছাগল', isOutdated: false },
    ],
  });
  const { details } = (await auditRowsOf('translateProposal', loan))[0] as { details: string };
  expect(JSON.parse(details)).toEqual({ id: Number(loan.id), mfiId: 3, proposalId: Number(loan.id) });
});

test('an edit of the words makes their translations outdated until they are written anew (R26.4)', async () => {
  const loan = await goats();
  done(await translate(loan, BENGALI));
  done(await edit(loan, loan.owner, { amount: 120 }));
  expect(await translationsOf(loan)).toMatchObject([{ isOutdated: false }]);
  done(await edit(loan, loan.owner, { description: 'Milk and cheese.' }));
  expect(await translationsOf(loan)).toEqual([{ ...BENGALI, isOutdated: true }]);
  done(await translate(loan, BENGALI));
  expect(await translationsOf(loan)).toMatchObject([{ isOutdated: false }]);
});

test('a translation of words that are changed at the same moment is outdated, whichever comes first (R26.4)', async () => {
  const loan = await goats();
  const body = { ...BENGALI, original: GOATS };
  const [edited, translated] = await Promise.all([
    edit(loan, loan.owner, { title: 'Three goats' }),
    translate(loan, body),
  ]);
  expect([edited.status, translated.status]).toEqual([200, 200]);
  expect(await translationsOf(loan)).toEqual([{ ...BENGALI, isOutdated: true }]);
  expect(done(await translate(loan, body)).isOutdated).toBe(true);
  const original = { ...GOATS, title: 'Three goats' };
  expect(done(await translate(loan, { ...body, original })).isOutdated).toBe(false);
});

test('neither the owner nor another institution translates, and not into the language of the words (R26.4)', async () => {
  const ownerStaff = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ owner: ownerStaff });
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await translate(loan, BENGALI, ownerStaff))).toBe('403 not_permitted');
  expect(refusal(await translate(loan, BENGALI, elsewhere, DCBS))).toBe('403 not_permitted');
  done(await edit(loan, ownerStaff, { storyLanguage: 'be' }));
  expect((await translate(loan, BENGALI)).status).toBe(422);
  expect((await translate(loan, { ...ARABIC, description: 'ع'.repeat(257) })).status).toBe(422);
});

test('a search finds the words of a translation (R26.4)', async () => {
  const loan = await goats();
  done(await translate(loan, { ...BENGALI, description: 'কমলাপুর বাজারের জন্য দুধ।' }));
  const listed = done(await world.call('GET', `/api/borrow/openProposals?search=${encodeURIComponent('কমলাপুর')}`));
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([loan.id]);
});

test('translations go when the words of a repaid loan go, and none is written afterwards (R13.6)', async () => {
  const loan = await newLoan({ status: 6, form: GOATS });
  done(await translate(loan, BENGALI));
  const later = new Date(world.outside.now().getTime() + 400 * 86_400_000);
  await reduceProposals(world.db, later, later);
  expect(await translationsOf(loan)).toEqual([]);
  expect(refusal(await translate(loan, BENGALI))).toBe('409 wrong_status');
  const { allowedActions } = done(await find(loan, loan.officer));
  expect(allowedActions).not.toContain('translate');
});

test('staff count the other loans of a person at all institutions, which are not named, and each look is logged (R26.5, R34.5)', async () => {
  const loan = await goats();
  const { owner } = loan;
  await newLoan({ owner, status: 1 });
  await newLoan({ owner, status: 3 });
  await newLoan({ owner, status: 6, mfiId: DCBS });
  await newLoan({ owner, status: 6, mfiId: DCBS });
  const look = () => world.call('GET', `/api/mfi/otherLoans?mfiId=3&proposalId=${loan.id}`, { as: loan.officer });
  const counted = {
    count: 3,
    byStatus: [
      { status: 3, count: 1 },
      { status: 6, count: 2 },
    ],
  };
  expect(done(await look())).toEqual(counted);
  expect(done(await look())).toEqual(counted);
  const details = JSON.stringify({ mfiId: 3, proposalId: Number(loan.id) });
  expect(await auditRowsOf('countOtherLoans', loan)).toEqual([{ details }, { details }]);
});

test('a person without another loan has none, and one who may not look leaves no row (R26.5)', async () => {
  const loan = await goats();
  const path = `/api/mfi/otherLoans?mfiId=3&proposalId=${loan.id}`;
  expect(done(await world.call('GET', path, { as: loan.officer }))).toEqual({ count: 0, byStatus: [] });
  expect(refusal(await world.call('GET', path, { as: loan.owner }))).toBe('403 not_permitted');
  const { count } = await world.db
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'countOtherLoans')
    .where('details', 'like', `%"proposalId":${Number(loan.id) as ProposalId}}`)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});
