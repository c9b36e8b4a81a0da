import { beforeAll, expect, test } from 'vitest';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { reduceProposals } from './reduced-proposals.repository.ts';

const world = useWorld();
const { newLoan, remove } = useLoans(world);

const DAY_MS = 86_400_000;
let reader: Person;
let officer: Person;
/** Goats, nets, a roof and a cart, published on four days; the last is fully backed. */
let loans: Loan[];

beforeAll(async () => {
  reader = await world.newPerson();
  officer = await world.newPerson({ staffOf: [ROI] });
  const forms = [
    { title: 'দুটি ছাগল', place: 'Dhâka', category: 'livestock', amount: 200, monthsToRepay: 6 },
    { title: 'Nets', place: 'বিয়ানীবাজার', category: 'fishing', amount: 100, monthsToRepay: 12 },
    { title: 'A roof', place: 'DHAMRAI', amount: 300, monthsToRepay: 24 },
    { title: 'A cart', place: 'Sylhet 100%', category: 'transport', amount: 150, monthsToRepay: 3 },
  ];
  loans = [];
  for (const [index, form] of forms.entries()) {
    world.now = new Date(NOW.getTime() + index * DAY_MS);
    const backings = [[50], [60], [210], [150]][index] as number[];
    loans.push(await newLoan({ status: index === 3 ? 4 : 3, backings, officer, form }));
  }
});

const named = (ids: string[]) => ids.map((id) => loans.findIndex((loan) => loan.id === id));
const found = async (query: string, as: Person | null = null) => {
  const path = as ? '/api/borrow/proposalsNotByUserAddress' : '/api/borrow/openProposals';
  return named(done(await world.call('GET', `${path}?${query}`, { as })).map(({ id }: { id: string }) => id));
};

test.each([
  ['', [2, 1, 0]],
  ['place=dha', [2, 0]],
  ['place=DHÂKA', [0]],
  ['place=aka', []],
  ['place=%25', []],
  ['place=sylhet%20100%25', []],
  [`place=${encodeURIComponent('বিয়ানী')}`, [1]],
  ['category=livestock', [0]],
  ['category=housing', []],
  ['maxRemaining=40', [1]],
  ['maxRemaining=39.99', []],
  ['maxMonths=12', [1, 0]],
  ['maxMonths=5', []],
  ['closingWithinDays=29', [1, 0]],
  ['closingWithinDays=28', [0]],
  ['checked=true', []],
  ['mfi=1', []],
  ['search=goat', [0]],
  [`search=${encodeURIComponent('ছাগল')}`, [0]],
  ['search=cow', [0]],
  [`search=${encodeURIComponent('মাছ')}`, [1]],
  ['search=dhamrai', [2]],
  ['search=DHAMR%C3%A1I', [2]],
  // A letter is missing, too many, another, and before its neighbour.
  ['search=dhamri', [2]],
  ['search=dhamraii', [2]],
  ['search=dhamrei', [2]],
  ['search=dhmarai', [2]],
  ['search=dhmrei', []],
  // An exact word comes before one with a mistake.
  ['search=nets', [1]],
  [`search=${encodeURIComponent('বিয়ানিবাজার')}`, [1]],
  [`search=${encodeURIComponent('ছাগোল')}`, [0]],
  ['search=nets%20biyani', []],
  ['search=fish%20nets', [1]],
  ['search=roof%20dhamrai', [2]],
  ['category=fishing&maxMonths=12&place=বি', [1]],
  ['sort=newest', [2, 1, 0]],
  ['sort=closing', [0, 1, 2]],
  ['sort=nearlyFunded', [2, 1, 0]],
  ['sort=smallestRest', [1, 2, 0]],
  ['sort=shortest', [0, 1, 2]],
])('a visitor who asks for “%s” is shown %j (R26.2)', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test('the filters are those of the lists of a person signed in too (R26.2)', async () => {
  expect(await found('place=s', reader)).toEqual([3]);
  expect(await found('maxRemaining=40&sort=smallestRest', reader)).toEqual([3, 1]);
  expect(await found('category=transport&search=cart', reader)).toEqual([3]);
  expect(await found('search=carts', reader)).toEqual([3]);
});

test('a search knows the words of today: title, place, translation and first name (R26.2, R26.4)', async () => {
  const owner = await world.newPerson({ firstName: 'Zubaida' });
  const form = { title: 'Hammock', place: 'Kulaura' };
  const loan = await newLoan({ owner, officer, status: 6, form });
  const finds = async (search: string) => {
    const path = `/api/borrow/proposalsNotByUserAddress?search=${encodeURIComponent(search)}`;
    return done(await world.call('GET', path, { as: reader })).some(({ id }: { id: string }) => id === loan.id);
  };
  const found = async (searches: readonly string[]) => {
    const answers = await Promise.all(searches.map(finds));
    return searches.filter((_, index) => answers[index]);
  };
  const words = ['hammock', 'kulaura', 'zubaida', 'أرجوحة'];
  expect(await found(words)).toEqual(['hammock', 'kulaura', 'zubaida']);
  const translated = { language: 'ar', title: 'أرجوحة', description: 'للبيت' };
  const path = `/api/mfi/translation?mfiId=${ROI}&proposalId=${loan.id}`;
  done(await world.call('PUT', path, { as: officer, body: translated }));
  expect(await found(words)).toEqual(words);
  await world.db.updateTable('users').set({ firstName: 'Nasima' }).where('id', '=', owner.id).execute();
  expect(await found([...words, 'nasima'])).toEqual(['hammock', 'kulaura', 'أرجوحة', 'nasima']);
  const later = new Date(world.now.getTime() + 400 * DAY_MS);
  await reduceProposals(world.db, later, later);
  expect(await found([...words, 'nasima'])).toEqual([]);
});

test.each([
  'maxMonths=0',
  'maxMonths=61',
  'closingWithinDays=366',
  'maxRemaining=-1',
  'category=banking',
  'sort=oldest',
])('a filter that means nothing is refused: %s', async (query) => {
  expect((await world.call('GET', `/api/borrow/openProposals?${query}`)).status).toBe(422);
});

test.each(['newest', 'closing', 'nearlyFunded', 'smallestRest', 'shortest', 'amount'])(
  'pages of one, sorted by %s, skip and repeat nothing (R26.2)',
  async (sort) => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await world.call('GET', `/api/borrow/openProposals?limit=1&sort=${sort}&cursor=${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(named(seen)).toEqual(await found(`sort=${sort}`));
  },
);

test('a visitor is shown no draft, nothing after its deadline, and no surname (R13.2, R26.2)', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima', lastName: 'Khatun' });
  const [draft, gone] = [await newLoan({ status: 1, owner }), await newLoan({ owner })];
  const shown = await newLoan({ owner, mfiId: DCBS });
  done(await remove(gone, owner));
  const answer = await world.call('GET', '/api/borrow/openProposals?limit=50');
  const ids = answer.body.data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(shown.id);
  for (const hidden of [draft, gone]) expect(ids).not.toContain(hidden.id);
  expect(JSON.stringify(answer.body)).not.toContain('Khatun');
  world.now = new Date(world.now.getTime() + 32 * DAY_MS);
  expect(done(await world.call('GET', '/api/borrow/openProposals'))).toEqual([]);
});

test('a campaign narrows the list once it is published (R26.2)', async () => {
  const on = new Date(world.now.getTime()).toISOString().slice(0, 10);
  const until = new Date(world.now.getTime() + 9 * DAY_MS).toISOString().slice(0, 10);
  const body = {
    name: 'Eid',
    description: 'Goats',
    startDate: on,
    endDate: until,
    campaignUrl: 'https://roi.example',
    mfiId: '3',
  };
  const loan = await newLoan({ officer });
  await newLoan({ officer });
  const { id } = done(await world.call('POST', '/api/campaign', { as: officer, body }));
  const assigned = { proposalId: loan.id, campaignIds: [id] };
  done(await world.call('POST', '/api/campaign/addProposalTo', { as: officer, body: assigned }));
  const listed = async () =>
    done(await world.call('GET', `/api/borrow/openProposals?campaignId=${id}`)).map((card: { id: string }) => card.id);
  expect(await listed()).toEqual([]);
  done(await world.call('PATCH', `/api/campaign?id=${id}`, { as: officer, body: { published: true } }));
  expect(await listed()).toEqual([loan.id]);
});
