import { beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { useReports } from '../../test/reports.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, repay } = useLoans(world);
const { hide } = useReports(world);

const FORM = {
  name: 'Eid goats',
  description: 'Goats before Eid.',
  startDate: '2026-01-01',
  endDate: '2026-03-01',
  campaignUrl: 'https://roi.example/eid',
  donationUrl: 'https://roi.example/give',
};

let staff: Person;
let otherStaff: Person;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  staff = await world.newPerson({ staffOf: [ROI] });
  otherStaff = await world.newPerson({ staffOf: [DCBS] });
  owner = await world.newPerson();
  stranger = await world.newPerson();
});

const create = (as: Person | null, fields: object = {}, key?: string) =>
  world.call('POST', '/api/campaign', { as, body: { ...FORM, ...fields }, ...(key && { key }) });
const newCampaign = async (fields: object = {}, as = staff): Promise<string> => done(await create(as, fields)).id;
const page = (id: string, as: Person | null = null, query = '') =>
  world.call('GET', `/api/campaign/?campaignId=${id}${query}`, { as });
const change = (id: string, as: Person, body: object) => world.call('PATCH', `/api/campaign?id=${id}`, { as, body });
const remove = (as: Person | null, body: object) => world.call('DELETE', '/api/campaign/', { as, body });
const assign = (as: Person | null, proposalId: string, campaignIds: readonly string[], fields: object = {}) =>
  world.call('POST', '/api/campaign/addProposalTo', { as, body: { proposalId, campaignIds, ...fields } });
const write = (as: Person | null, campaignId: string, fields: object = {}) =>
  world.call('POST', '/api/campaign/sendEmail', { as, body: { campaignId, text: 'Eid mubarak.', ...fields } });
const proposalsOf = async (id: string, as: Person | null = null): Promise<string[]> =>
  done(await page(id, as))[0].proposalCampaigns.map((entry: { borrow: { id: string } }) => entry.borrow.id);

describe('section 6: only the staff of an MFI manage its campaigns', () => {
  test('staff create a campaign, and others are refused', async () => {
    expect((await create(null)).status).toBe(401);
    for (const as of [owner, otherStaff]) expect((await create(as, { mfiId: '3' })).status).toBe(403);
    expect((await create(owner)).status).toBe(403);
    expect((await create(owner, { name: '' })).status).toBe(403);
    expect((await create(staff, { mfiId: '3' })).status).toBe(201);
  });

  test('staff change, archive and empty a campaign and write to its backers, and others are refused', async () => {
    const id = await newCampaign();
    const tries = [
      (as: Person) => change(id, as, { published: true }),
      (as: Person) => change(id, as, { name: '' }),
      (as: Person) => remove(as, { id }),
      (as: Person) => remove(as, { id, proposalIds: ['1'] }),
      (as: Person) => write(as, id),
      (as: Person) => write(as, id, { text: '' }),
    ];
    const refused = async (code: string) => {
      for (const attempt of tries) {
        for (const as of [stranger, otherStaff]) expect(refusal(await attempt(as))).toBe(code);
      }
    };
    // R16.1: unpublished, it is there for its staff alone.
    await refused('404 not_found');
    expect([(await remove(null, { id })).status, (await write(null, id)).status]).toEqual([401, 401]);
    expect((await change('987654321', staff, { published: true })).status).toBe(404);
    expect((await change(id, staff, { published: true })).status).toBe(200);
    await refused('403 not_permitted');
  });

  test('the staff of an institution alone list all of its campaigns', async () => {
    const list = (as: Person | null, mfiId: number) => world.call('GET', `/api/campaign/?mfiId=${mfiId}`, { as });
    expect((await list(null, 3)).status).toBe(401);
    expect([(await list(stranger, 3)).status, (await list(otherStaff, 3)).status]).toEqual([403, 403]);
    const id = await newCampaign({ name: 'On the list' });
    const { data } = (await list(staff, 3)).body;
    expect(data[0]).toMatchObject({ id, mfiId: '3', mfiName: 'ROI', name: 'On the list', published: false });
    expect(done(await world.call('GET', '/api/campaign/', { as: staff }))[0].id).toBe(id);
  });
});

describe('section 5: the fields of a campaign', () => {
  test.each([
    ['today', { endDate: '2026-01-31' }],
    ['yesterday', { endDate: '2026-01-30' }],
    ['before the start', { startDate: '2026-03-02', endDate: '2026-03-01' }],
  ])('an end that is %s is an Invalid Date and no campaign is kept', async (_, dates) => {
    const { status, body } = await create(staff, { name: 'Bent dates', ...dates });
    expect([status, body.code, body.detail]).toEqual([422, 'invalid_date', 'Invalid Date']);
    expect(await world.db.selectFrom('campaigns').where('name', '=', 'Bent dates').selectAll().execute()).toEqual([]);
  });

  test('an end in the past cannot be written in later either, while the rest of an ended one can change', async () => {
    const id = await newCampaign();
    expect((await change(id, staff, { endDate: '2026-01-31' })).body.code).toBe('invalid_date');
    world.now = new Date('2026-05-01T04:30:00.000Z');
    try {
      expect((await change(id, staff, { published: true })).status).toBe(200);
      expect(done(await page(id))[0]).toMatchObject({ hasEnded: true, published: true });
    } finally {
      world.now = new Date('2026-01-31T04:30:00.000Z');
    }
  });

  test('one of title, description and address is enough, and without any there is no campaign (R16.6)', async () => {
    const none = { name: ' ', description: undefined, campaignUrl: '' };
    const refused = await create(staff, none);
    expect([refused.status, refused.body.errors]).toEqual([422, [{ path: 'name', message: 'required' }]]);
    for (const field of ['name', 'description', 'campaignUrl'] as const) {
      const id = done(await create(staff, { ...none, [field]: FORM[field] })).id as string;
      expect((await change(id, staff, { [field]: '' })).status).toBe(422);
      expect((await change(id, staff, { name: '', description: 'Goats.' })).status).toBe(200);
    }
  });

  test('an invitation to a campaign without a title names its institution (R16.6)', async () => {
    const id = await newCampaign({ name: '', published: true });
    const to = 'untitled@mail.example';
    done(
      await world.call('POST', '/api/borrow/sendCampaignInvite', {
        as: staff,
        body: { campaignId: id, sendToMails: [to] },
      }),
    );
    await runJobs(world);
    const sent = world.sent.find((mail) => mail.to === to);
    expect(sent?.text).toContain('Campaign of ROI');
  });

  test('R17.4: 256 Bengali code points are not too long, 257 are', async () => {
    expect((await create(staff, { description: 'ক'.repeat(256) })).status).toBe(201);
    expect((await create(staff, { description: 'ক'.repeat(257) })).status).toBe(422);
  });

  test.each(['javascript:alert(1)', 'https://user:pw@example.org', 'http://127.0.0.1/', 'data:text/html,x', 'eid'])(
    '%s is no link',
    async (link) => {
      for (const field of ['campaignUrl', 'donationUrl']) {
        expect((await create(staff, { [field]: link })).body.errors?.[0]?.path).toBe(field);
      }
    },
  );

  test('a picture of another person, or a missing one, is not taken', async () => {
    const { body } = await create(staff, { image: 'campaignImages/eid-0123456789abcdef012345.webp' });
    expect(body.errors?.[0]?.path).toBe('image');
  });

  test('R6.3: sent again with the same key it is the same campaign', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => create(staff, { name: 'Once' }, 'one-key')));
    expect(new Set(ids.map((answer) => done(answer).id)).size).toBe(1);
  });
});

describe('R16.1, R16.2: who sees a campaign', () => {
  test('published: visitors too; unpublished: only the staff of its MFI', async () => {
    const [loan, draft] = [await newLoan({ owner }), await newLoan({ owner, status: 1 })];
    const id = await newCampaign({ published: true });
    for (const { id: proposalId } of [loan, draft]) done(await assign(owner, proposalId, [id]));
    done(await change(id, staff, { published: false }));
    expect(await proposalsOf(id, staff)).toEqual([loan.id]);
    for (const as of [null, stranger, otherStaff, owner]) {
      const { status, body } = await page(id, as);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
    done(await change(id, staff, { published: true }));
    for (const as of [null, stranger, otherStaff, owner, staff]) expect(await proposalsOf(id, as)).toEqual([loan.id]);
    const [seen] = done(await page(id))[0].proposalCampaigns;
    expect(seen.borrow.user.lastName).toBe('R.');
    expect(seen.borrow.allowedActions).toEqual(['share']);
  });

  test('an archived one leaves the lists; its page says so and keeps the final total', async () => {
    const loan = await newLoan({ status: 3, backings: [40] });
    const id = await newCampaign({ published: true });
    done(await assign(staff, loan.id, [id]));
    done(await remove(staff, { id }));
    done(await remove(staff, { id }));
    const hidden = await newCampaign();
    done(await remove(staff, { id: hidden }));
    expect([(await page(hidden)).status, (await page(hidden, staff)).status]).toEqual([404, 200]);
    const list = done(await world.call('GET', '/api/campaign/?mfiId=3', { as: staff }));
    expect(list.map((row: { id: string }) => row.id)).not.toContain(id);
    for (const as of [null, staff]) {
      const [seen] = done(await page(id, as));
      expect(seen).toMatchObject({
        hasEnded: true,
        proposalCampaigns: [],
        totals: { collected: 40, proposalsCount: 1 },
      });
      expect(seen.archivedAt).not.toBeNull();
    }
    expect((await change(id, staff, { name: 'Again' })).body.code).toBe('campaign_ended');
    expect((await assign(staff, loan.id, [id])).body.code).toBe('campaign_ended');
    expect((await find(loan)).body.data.proposalCampaigns).toEqual([]);
  });

  test('a campaign that never existed is not found', async () => {
    expect((await page('987654321')).status).toBe(404);
  });
});

test('R16.3: totals are over the proposals in 2 to 6, each backer once', async () => {
  const [anna, ben] = [await world.newPerson(), await world.newPerson()];
  const loans = [
    await newLoan({ status: 1 }),
    await newLoan({ status: 2 }),
    await newLoan({ status: 3, backings: [10, 30], backers: [anna, ben] }),
    await newLoan({ status: 5, backers: [anna] }),
    await newLoan({ status: 5, backers: [ben] }),
  ];
  const id = await newCampaign({ published: true });
  for (const loan of loans) done(await assign(loan.owner, loan.id, [id]));
  await repay(loans[3] as Loan, 25);
  await repay(loans[4] as Loan, 100);
  const { totals } = done(await page(id))[0];
  expect(totals).toEqual({ asked: 400, collected: 240, funded: 200, repaid: 125, proposalsCount: 4, backersCount: 2 });
});

test('R34.6: a hidden proposal counts in the totals of those who are shown it', async () => {
  const [shown, hidden] = [await newLoan({ status: 3 }), await newLoan({ status: 3 })];
  const id = await newCampaign({ published: true });
  for (const loan of [shown, hidden]) done(await assign(loan.owner, loan.id, [id]));
  await hide(hidden);
  const totalsOf = async (as: Person | null) => {
    const { proposalsCount, asked, backersCount } = done(await page(id, as))[0].totals;
    return [proposalsCount, asked, backersCount];
  };
  for (const as of [null, stranger, shown.owner]) expect(await totalsOf(as)).toEqual([1, 100, 1]);
  for (const as of [staff, hidden.owner]) expect(await totalsOf(as)).toEqual([2, 200, 2]);
  const [listed] = done(await world.call('GET', '/api/campaign/?mfiId=3', { as: staff }));
  expect(listed.totals.proposalsCount).toBe(2);
});

test('R16.5: the campaigns of a proposal become exactly these, of the same MFI, until it is repaid', async () => {
  const loan = await newLoan({ owner });
  const [first, third] = [await newCampaign({ published: true }), await newCampaign()];
  const second = await newCampaign({ name: 'In the making' });
  const foreign = await newCampaign({ published: true }, otherStaff);
  const unseen = await newCampaign({}, otherStaff);
  const inside = async (as: Person) =>
    (await find(loan, as)).body.data.proposalCampaigns.map(({ id }: { id: string }) => id);

  expect([(await assign(null, loan.id, [first])).status, (await assign(stranger, loan.id, [first])).status]).toEqual([
    401, 403,
  ]);
  expect((await assign(otherStaff, loan.id, [first])).status).toBe(403);
  expect((await assign(staff, loan.id, [first, foreign])).status).toBe(403);
  expect((await assign(staff, loan.id, [first, unseen])).status, 'R16.1').toBe(404);
  expect((await assign(staff, loan.id, [first, '987654321'])).status).toBe(404);
  expect(await inside(staff)).toEqual([]);

  done(await assign(owner, loan.id, [first, first]));
  expect(await inside(staff)).toEqual([first]);
  done(await assign(staff, loan.id, [first, second, first]));
  expect(await inside(staff)).toEqual([first, second]);
  expect(await inside(stranger)).toEqual([first]);
  done(await assign(staff, loan.id, [third]));
  expect(await inside(owner)).toEqual([third]);
  const choices = done(await world.call('GET', `/api/campaign/choices?proposalId=${loan.id}`, { as: owner }));
  const chosen = choices.filter(({ isAssigned }: { isAssigned: boolean }) => isAssigned);
  expect(chosen.map(({ id }: { id: string }) => id)).toEqual([third]);
  done(await remove(staff, { id: third, proposalIds: [loan.id] }));
  expect(await inside(owner)).toEqual([]);

  const repaid = await newLoan({ status: 6 });
  expect((await assign(staff, repaid.id, [first])).status).toBe(409);
});

test('an owner neither reads of an unpublished campaign nor puts a loan into it, and keeps one that staff chose (R16.1)', async () => {
  const loan = await newLoan({ owner });
  const [shown, hidden, chosen] = [await newCampaign({ published: true }), await newCampaign(), await newCampaign()];
  const choices = async (as: Person) => {
    const rows = done(await world.call('GET', `/api/campaign/choices?proposalId=${loan.id}`, { as }));
    return [shown, hidden, chosen].map((id) => rows.some((row: { id: string }) => row.id === id));
  };
  expect(await choices(owner)).toEqual([true, false, false]);
  expect(await choices(staff)).toEqual([true, true, true]);
  expect(refusal(await assign(owner, loan.id, [hidden]))).toBe('404 not_found');
  done(await assign(staff, loan.id, [chosen]));
  expect(await choices(owner)).toEqual([true, false, true]);
  done(await assign(owner, loan.id, [chosen, shown]));
});

test('R16.5: each running campaign is among the choices of a proposal, over as many pages as it takes', async () => {
  const loan = await newLoan({ owner });
  const made: string[] = [];
  for (let count = 0; count < 52; count += 1) made.push(await newCampaign({ published: true }));
  const page = async (more = '') =>
    (await world.call('GET', `/api/campaign/choices?proposalId=${loan.id}${more}`, { as: owner })).body;
  const first = await page();
  const { data: rest } = await page(`&cursor=${first.nextCursor}`);
  const ids = [...first.data, ...rest].map(({ id }: { id: string }) => id);
  expect(first.data).toHaveLength(50);
  expect(made.filter((id) => !ids.includes(id))).toEqual([]);
});

test('R16.4: a campaign takes no proposal after its end, and keeps those it has', async () => {
  const [inside, outside] = [await newLoan(), await newLoan()];
  const [ended, open] = [
    await newCampaign({ endDate: '2026-02-02', published: true }),
    await newCampaign({ published: true }),
  ];
  done(await assign(staff, inside.id, [ended]));
  world.now = new Date('2026-02-02T04:30:00.000Z');
  try {
    done(await assign(outside.owner, outside.id, [ended]));
    done(await assign(staff, outside.id, []));
    world.now = new Date('2026-02-03T04:30:00.000Z');
    for (const as of [staff, outside.owner]) {
      expect((await assign(as, outside.id, [ended, open])).body.code).toBe('campaign_ended');
    }
    done(await assign(staff, inside.id, [ended, open]));
    expect(await proposalsOf(ended, staff)).toEqual([inside.id]);
  } finally {
    world.now = new Date('2026-01-31T04:30:00.000Z');
  }
});

test('the page of a campaign goes on where it ended, and filters by status', async () => {
  const id = await newCampaign({ published: true });
  const loans = [await newLoan({ status: 3 }), await newLoan(), await newLoan(), await newLoan({ status: 4 })];
  for (const loan of loans) done(await assign(staff, loan.id, [id]));
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await page(id, null, `&limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data[0].proposalCampaigns.map((entry: { id: string }) => entry.id));
    cursor = body.nextCursor ?? '';
  } while (cursor !== '');
  const [locked, open, newer, whole] = loans.map((loan) => loan.id);
  expect(seen).toEqual([newer, open, locked, whole]);
  const filtered = done(await page(id, null, '&status=3,4'))[0].proposalCampaigns;
  expect(filtered.map((entry: { id: string }) => entry.id)).toEqual([locked, whole]);
});
