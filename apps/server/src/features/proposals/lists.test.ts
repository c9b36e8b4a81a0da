import { beforeAll, describe, expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, create, remove, decide, history } = useLoans(world);

const OWN = '/api/borrow/proposalsByUserAddress';
const OTHERS = '/api/borrow/proposalsNotByUserAddress';
const IGNORED = '/api/borrow/userIgnoredProposals';
const OF_MFI = '/api/borrow/proposalsByMFIID';

const list = async (as: Person, path: string, query = '') => {
  const answer = await world.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { as });
  return done(answer).map((card: { id: string }) => card.id);
};
/** All pages, with an action between them. */
const pages = async (as: Person, path: string, query: string, between: () => Promise<unknown> = async () => {}) => {
  const seen: any[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await world.call('GET', `${path}?${query}&cursor=${cursor}`, { as });
    expect(status, JSON.stringify(body)).toBe(200);
    seen.push(...body.data);
    if (body.nextCursor === null) return seen;
    cursor = body.nextCursor;
    await between();
  }
};

let reader: Person;
let borrower: Person;
let officer: Person;
/** The loans of the borrower at ROI, one for each status from 1 to 6, in their order. */
const loans: Loan[] = [];
let elsewhere: Loan;

beforeAll(async () => {
  [reader, borrower] = [await world.newPerson(), await world.newPerson({ firstName: 'Shirin' })];
  officer = await world.newPerson({ staffOf: [ROI] });
  for (const [index, status] of ([1, 2, 3, 4, 5, 6] as const).entries()) {
    // Different hours, amounts and months, in no common order.
    world.now = new Date(NOW.getTime() + index * 3_600_000);
    const form = {
      title: `Plan ${index} of ৫০% jute_bags`,
      amount: [500, 100, 300, 200, 600, 400][index] as number,
      monthsToRepay: [3, 9, 6, 12, 1, 24][index] as number,
    };
    loans.push(await newLoan({ status, owner: borrower, officer, form, isApproved: status >= 4 }));
  }
  elsewhere = await newLoan({ mfiId: DCBS });
});

const id = (index: number) => loans[index]?.id as string;

test('drafts are in the owner’s own list and in no other', async () => {
  expect(await list(borrower, OWN)).toEqual([5, 4, 3, 2, 1, 0].map(id));
  expect(await list(reader, OTHERS, 'search=Plan')).toEqual([5, 4, 3, 2, 1].map(id));
  expect(await list(officer, `${OF_MFI}?mfiId=3`)).toEqual([5, 4, 3, 2, 1].map(id));
  expect(await list(borrower, OTHERS)).toEqual([elsewhere.id]);
  expect(await list(reader, OWN)).toEqual([]);
});

test.each([
  ['status=2', [1]],
  ['status=2,3', [2, 1]],
  ['status=6,5,5', [5, 4]],
  ['status=1', []],
  ['checked=true', [5, 4, 3]],
  ['checked=false&mfi=3', [2, 1]],
  ['mfi=1', []],
  ['search=plan%203', [3]],
  ['search=shirin', [5, 4, 3, 2, 1]],
  ['search=school%20uniforms', [5, 4, 3, 2, 1]],
  ['search=%25', []],
  ['search=50%25%20plan', []],
  ['search=jute_bags', [5, 4, 3, 2, 1]],
  ['search=jute-bags', []],
  ['search=_lan', []],
  ['search=%5C', []],
  ['search=%20%20', [5, 4, 3, 2, 1]],
  ["search=';drop%20table%20x--", []],
])('filter %s', async (query, expected) => {
  const found = await list(reader, OTHERS, query);
  expect(found.filter((card: string) => card !== elsewhere.id)).toEqual(expected.map(id));
});

test.each([
  ['newest', [5, 4, 3, 2, 1]],
  ['ending_soon', [1, 2, 3, 4, 5]],
  ['least_left', [3, 4, 5, 1, 2]],
  ['shortest', [4, 2, 1, 3, 5]],
  ['amount', [1, 3, 2, 5, 4]],
])('sort %s, in one page and one by one', async (sort, expected) => {
  expect(await list(reader, OTHERS, `mfi=3&sort=${sort}`)).toEqual(expected.map(id));
  const paged = await pages(reader, OTHERS, `mfi=3&sort=${sort}&limit=1`);
  expect(paged.map((card) => card.id)).toEqual(expected.map(id));
});

test.each([
  ['newest', [5, 4, 3, 2, 1, 0]],
  ['ending_soon', [1, 2, 3, 4, 5, 0]],
  ['least_left', [3, 4, 5, 1, 2, 0]],
  ['shortest', [4, 0, 2, 1, 3, 5]],
  ['amount', [1, 3, 2, 5, 0, 4]],
])('the own list by %s has the drafts too, also page by page', async (sort, expected) => {
  expect(await list(borrower, OWN, `sort=${sort}`)).toEqual(expected.map(id));
  const paged = await pages(borrower, OWN, `sort=${sort}&limit=1`);
  expect(paged.map((card) => card.id)).toEqual(expected.map(id));
});

test('security T20: pages of 1 to 50, nothing skipped or doubled while rows come and go', async () => {
  const owner = await world.newPerson();
  const made: string[] = [];
  for (let index = 0; index < 53; index += 1) made.push(done(await create(owner, { mfiId: 2 })).id);
  const first = await world.call('GET', `${OTHERS}?mfi=2`, { as: reader });
  expect(first.body.data).toHaveLength(50);
  expect(first.body.nextCursor).toEqual(expect.any(String));

  const query = 'mfi=2&limit=20';
  const gone = made[1] as string;
  let isFirst = true;
  const seen = await pages(reader, OTHERS, query, async () => {
    done(await create(owner, { mfiId: 2 }));
    if (isFirst) done(await remove({ id: gone }, owner));
    isFirst = false;
  });
  const ids = seen.map((card) => card.id);
  expect(ids).toEqual(made.filter((each) => each !== gone).toReversed());
});

test.each([
  'limit=0',
  'limit=51',
  'limit=-1',
  'limit=1.5',
  'limit=many',
  'limit=',
  'status=7',
  'status=2,',
  'status=',
  'sort=best',
  'checked=1',
  'mfi=x',
  'search=a%00b',
  `search=${'x'.repeat(101)}`,
])('a list refuses %s', async (query) => {
  for (const path of [OWN, OTHERS, IGNORED]) {
    expect(refusal(await world.call('GET', `${path}?${query}`, { as: reader }))).toBe('422 invalid_request');
  }
});

describe('a cursor that was tampered with is refused', () => {
  const sealed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['no base64', '%%%'],
    ['no JSON', 'abcd'],
    ['no list', sealed({ id: 1 })],
    ['another sort', sealed(['amount', 5, 1])],
    ['no instant', sealed(['newest', 'yesterday-ish', 1])],
    ['an instant out of range', sealed(['newest', '999999-01-01T00:00:00.000Z', 1])],
    ['a number for an instant', sealed(['newest', 5, 1])],
    ['a NUL', sealed(['newest', '\u0000', 1])],
    ['an id in text', sealed(['newest', NOW.toISOString(), '1 or 1=1'])],
    ['too long', 'x'.repeat(401)],
  ])('%s', async (_, cursor) => {
    const answer = await world.call('GET', `${OTHERS}?cursor=${encodeURIComponent(cursor)}`, { as: reader });
    expect(refusal(answer)).toBe('422 invalid_request');
    expect(answer.body.errors[0].path).toBe('cursor');
  });
  test.each([
    ['least_left', 'x'],
    ['least_left', 1.5],
    ['amount', '1'],
    ['amount', 1e300],
    ['shortest', null],
    ['ending_soon', null],
  ])('%s with %j', async (sort, value) => {
    const cursor = sealed([sort, value, 1]);
    const answer = await world.call('GET', `${OTHERS}?sort=${sort}&cursor=${cursor}`, { as: reader });
    expect(refusal(answer)).toBe('422 invalid_request');
  });
  test.each(['backersList', 'proposalPayments', 'transactions', 'history'])('of %s', async (call) => {
    for (const cursor of [sealed(['backers', 'x', 1]), sealed(['newest', null, 1]), 'abcd']) {
      const url = `/api/borrow/${call}?proposalId=${id(5)}&cursor=${cursor}`;
      expect(refusal(await world.call('GET', url, { as: borrower }))).toBe('422 invalid_request');
    }
  });
});

test('R6.9: ignoring filters one’s own list, twice is once, and it stops nothing else', async () => {
  const person = await world.newPerson();
  const ignore = (what: string, loan: string) =>
    world.call('POST', `/api/borrow/${what}?proposalId=${loan}`, { as: person });
  for (const _ of [1, 2]) expect(done(await ignore('ignoreProposal', id(1)))).toEqual({ proposalId: id(1) });
  expect(await list(person, OTHERS, 'mfi=3')).not.toContain(id(1));
  expect(await list(person, IGNORED)).toEqual([id(1)]);
  expect(await list(reader, OTHERS, 'mfi=3')).toContain(id(1));
  for (const _ of [1, 2]) done(await ignore('unignoreProposal', id(1)));
  expect(await list(person, OTHERS, 'mfi=3')).toContain(id(1));
  for (const index of [3, 4, 5]) expect(refusal(await ignore('ignoreProposal', id(index)))).toBe('409 wrong_status');
  expect(refusal(await ignore('ignoreProposal', id(0)))).toBe('404 not_found');
  for (const [what, index] of [
    ['ignoreProposal', 1],
    ['unignoreProposal', 1],
    ['ignoreProposal', 4],
  ] as const) {
    const own = await world.call('POST', `/api/borrow/${what}?proposalId=${id(index)}`, { as: borrower });
    expect(refusal(own)).toBe('403 not_permitted');
  }
  expect(await history(loans[1] as Loan)).toEqual(['created']);
});

test('an ignored proposal that became a draft again is in no list', async () => {
  const person = await world.newPerson();
  const loan = await newLoan({ status: 3 });
  done(await world.call('POST', `/api/borrow/ignoreProposal?proposalId=${loan.id}`, { as: person }));
  done(await decide('returnProposal', loan));
  expect(await list(person, IGNORED)).toEqual([]);
});

test('an MFI’s list is for its staff', async () => {
  expect(refusal(await world.call('GET', `${OF_MFI}?mfiId=1`, { as: officer }))).toBe('403 not_permitted');
  expect(refusal(await world.call('GET', `${OF_MFI}?mfiId=3`, { as: reader }))).toBe('403 not_permitted');
  expect(refusal(await world.call('GET', OF_MFI, { as: officer }))).toBe('422 invalid_request');
});
