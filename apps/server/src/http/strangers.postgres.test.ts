import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { done, type Loan, useLoans } from '../test/loans.ts';
import { openOtherProcess, type OtherProcess } from '../test/other-process.ts';
import { useReports } from '../test/reports.ts';
import { type Person, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back, edit } = useLoans(world);
const { report, reporters } = useReports(world);

/** It hears of no change, so that nothing but age ends what it keeps. */
let deaf: OtherProcess;
let stranger: Person;
beforeAll(async () => {
  deaf = await openOtherProcess(world, { isDeaf: true });
  stranger = await world.newPerson();
});
/** Time stands still in a test and has passed between two. */
let atMs = performance.now();
beforeEach(() => {
  atMs += 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(atMs);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => deaf.close());

const LIST = '/api/borrow/proposalsNotByUserAddress?limit=50';
const page = ({ id }: Pick<Loan, 'id'>): string => `/api/borrow/findOne?id=${id}`;
const inDeaf = async (url: string, as: Person) =>
  (await deaf.app.inject({ url, headers: { authorization: `Bearer ${as.token}` } })).json();
const cardOf = async (loan: Loan, as: Person) =>
  (await inDeaf(LIST, as)).data.find(({ id }: { id: string }) => id === loan.id);

type Act = (loan: Loan, by: Person) => Promise<unknown>;
const acts: ReadonlyArray<readonly [string, Act]> = [
  ['backs it', (loan, by) => back(loan, by, 20)],
  ['ignores it', ({ id }, by) => world.call('POST', `/api/borrow/ignoreProposal?proposalId=${id}`, { as: by })],
];

test.each(acts)(
  'a person who %s sees that at once in another process, where a stranger is told what was',
  async (_, act) => {
    const loan = await newLoan();
    const person = await world.newPerson();
    const before = [await inDeaf(page(loan), stranger), await cardOf(loan, stranger)];
    expect([await inDeaf(page(loan), person), await cardOf(loan, person)]).toEqual(before);
    done((await act(loan, person)) as never);
    expect([await inDeaf(page(loan), stranger), await cardOf(loan, stranger)]).toEqual(before);
    expect((await inDeaf(page(loan), person)).data).not.toEqual(before[0].data);
    expect(await cardOf(loan, person)).not.toEqual(before[1]);
  },
);

test('an owner sees an edit at once in another process', async () => {
  const loan = await newLoan();
  expect((await inDeaf(page(loan), stranger)).data.title).toBe('A sewing machine');
  done(await edit(loan, loan.owner, { title: 'A better sewing machine' }));
  expect((await inDeaf(page(loan), stranger)).data.title).toBe('A sewing machine');
  expect((await inDeaf(page(loan), loan.owner)).data.title).toBe('A better sewing machine');
});

test('staff see a decision at once in another process', async () => {
  const loan = await newLoan();
  expect((await cardOf(loan, stranger)).isMFIApproved).toBe(false);
  done(await world.call('POST', `/api/mfi/approveProposal?mfiId=3&proposalId=${loan.id}`, { as: loan.officer }));
  expect((await cardOf(loan, stranger)).isMFIApproved).toBe(false);
  expect((await cardOf(loan, loan.officer)).isMFIApproved).toBe(true);
});

test('the last of three who report sees at once in another process that the loan is hidden (R34.6)', async () => {
  const loan = await newLoan();
  expect(await cardOf(loan, stranger)).toBeDefined();
  const three = await reporters(3);
  for (const person of three) done(await report(loan, person));
  expect(await cardOf(loan, stranger)).toBeDefined();
  expect(await cardOf(loan, three[2] as Person)).toBeUndefined();
  expect((await inDeaf(page(loan), three[2] as Person)).code).toBe('not_found');
});
