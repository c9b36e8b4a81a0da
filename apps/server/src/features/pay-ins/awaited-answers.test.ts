import { beforeAll, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, find, decide } = useLoans(world);

let officers: readonly [Person, Person];
let loan: Loan;
let [first, second, stranger] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
  loan = await newLoan({ officer: officers[0], form: { amount: 40 } });
  [first, second, stranger] = (await people(world, 3)) as [Person, Person, Person];
  done(await back(loan, first, 15));
  done(await back(loan, second, 25));
  await receiveAtRoi(world, officers[0], first, 1600);
});

const backers = async (as: Person) =>
  done(await world.call('GET', `/api/borrow/backersList?proposalId=${loan.id}`, { as })) as any[];

test('the sum that is awaited is for those whose money, loan or work it is (R20.1)', async () => {
  const seen = async (as: Person | null, of: Pick<Loan, 'id'> = loan) => {
    const { awaitedAmount, backersAwaited } = done(await find(of, as));
    return [awaitedAmount, backersAwaited];
  };
  for (const as of [first, loan.owner, officers[1]]) expect(await seen(as)).toEqual([25, 1]);
  for (const as of [stranger, null]) expect(await seen(as)).toEqual([null, null]);
  const trusting = await newLoan({ mfiId: DCBS });
  expect(await seen(null, trusting)).toEqual([0, 0]);
});

test('the awaited part of each backer is for owner, staff and oneself, and adds up (R20.1)', async () => {
  const awaited = async (as: Person) =>
    (await backers(as))
      .map(({ id, amount, awaited: left }) => `${id === String(first.id) ? 'first' : 'second'} ${amount} ${left}`)
      .sort();
  for (const as of [loan.owner, officers[0]]) expect(await awaited(as)).toEqual(['first 15 0', 'second 25 25']);
  expect(await awaited(first)).toEqual(['first 15 0', 'second 25 null']);
  expect(await awaited(stranger)).toEqual(['first 15 null', 'second 25 null']);
});

test('the portfolio names the holder of each credit, and none of nothing (R25.5)', async () => {
  const elsewhere = await newLoan({ mfiId: DCBS, status: 6, backers: [first], form: { amount: 6 } });
  expect(elsewhere.backers).toEqual([first]);
  const { credit, credits } = done(await world.call('GET', '/api/borrow/portfolio', { as: first }));
  expect([credit, credits]).toEqual([
    7,
    [
      { mfiId: null, mfiName: null, amount: 6, leaving: 0 },
      { mfiId: '3', mfiName: 'ROI', amount: 1, leaving: 0 },
    ],
  ]);
  expect(done(await world.call('GET', '/api/borrow/portfolio', { as: second })).credits).toEqual([]);
});

test('an officer who promised a part and has not paid advances nothing of that loan (R19.9)', async () => {
  const promised = await newLoan({ officer: officers[0], form: { amount: 30 } });
  done(await back(promised, officers[1], 20));
  done(await back(promised, stranger, 10));
  done(await decide('approveProposal', promised));
  const advance = (as: Person) => decide('releaseFunds', promised, { as, body: { advance: true } });
  expect(refusal(await advance(officers[1]))).toBe('403 second_person_needed');
  expect(done(await find(promised, officers[1]))).toMatchObject({ status: 4, awaitedAmount: 30 });
  done(await advance(await world.newPerson({ staffOf: [ROI] })));
});

test('an advance makes the institution a backer without a person, and the file of the ledger names it (R19.3, R20.5)', async () => {
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan, { as: officers[1], body: { advance: true } }));
  const institution = (await backers(loan.owner)).find(({ isInstitution }) => isInstitution);
  expect(institution).toMatchObject({ name: 'ROI', email: null, amount: 25, awaited: 0, mayThank: false });
  expect((await backers(loan.owner)).filter(({ isInstitution }) => !isInstitution)).toMatchObject([{ amount: 15 }]);
  const file = await world.call('GET', '/api/mfi/export?mfiId=3&what=ledger', { as: officers[0] });
  const lines = String(file.body)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const moves = lines.map((columns) => columns.slice(2).join(' ').replaceAll('"', ''));
  expect(moves).toContain(`taken_over ${loan.id} cash world:house awaited 25`);
  expect(moves).toContain(`taken_over ${loan.id} claim claim:${second.id} claim:house 25`);
  expect(moves).toContain(`settled ${loan.id} cash wallet:${first.id}:3 awaited 15`);
  expect(moves).toContain(`received 0 cash world:${first.id} wallet:${first.id}:3 16`);
});
