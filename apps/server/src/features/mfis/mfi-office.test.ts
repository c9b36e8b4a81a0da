import { beforeAll, describe, expect, test } from 'vitest';
import { done, useLoans } from '../../test/loans.ts';
import { EXPORTS } from './mfi-exports.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, repay } = useLoans(world);
const START = new Date('2026-01-31T04:30:00.000Z');

let staff: Person;
let otherStaff: Person;
let stranger: Person;

beforeAll(async () => {
  staff = await world.newPerson({ staffOf: [ROI] });
  otherStaff = await world.newPerson({ staffOf: [DCBS] });
  stranger = await world.newPerson();
});

const portfolio = (as: Person | null, query = '') => world.call('GET', `/api/mfi/portfolio${query}`, { as });
const file = (as: Person | null, what: string) => world.call('GET', `/api/mfi/export?mfiId=3&what=${what}`, { as });
const brand = (as: Person | null, body: object, mfiId = 3) =>
  world.call('PATCH', `/api/mfi?mfiId=${mfiId}`, { as, body });

describe('R10.7, R11.4: the figures of an institution', () => {
  test('the outstanding amount, how late it is, and PAR30: of its own loans alone', async () => {
    const none = { loansCount: 0, outstanding: 0, par30: null };
    expect(done(await portfolio(otherStaff))).toMatchObject(none);
    // Each loan is 100 over four months, of which the first 25 are due on 28 February.
    const [early, late] = [
      await newLoan({ status: 5, form: { monthsToRepay: 4 } }),
      await newLoan({ status: 5, form: { monthsToRepay: 4 } }),
    ];
    await newLoan({ status: 6 });
    await newLoan({ status: 3 });
    await repay(early, 50);
    await repay(late, 10);
    world.now = new Date('2026-04-02T04:30:00.000Z');
    try {
      expect(done(await portfolio(staff))).toEqual({
        loansCount: 2,
        outstanding: 140,
        sums: [{ amount: '140.00', currency: 'USD' }],
        buckets: [
          { bucket: '1-30', loansCount: 0, outstanding: 0, sums: [] },
          { bucket: '31-60', loansCount: 1, outstanding: 90, sums: [{ amount: '90.00', currency: 'USD' }] },
          { bucket: '61-90', loansCount: 0, outstanding: 0, sums: [] },
          { bucket: '>90', loansCount: 0, outstanding: 0, sums: [] },
        ],
        writtenOff: 0,
        par30: 90 / 140,
        late: { count: 1, oldestAt: expect.any(String), entries: [expect.objectContaining({ proposalId: late.id })] },
      });
      expect(done(await portfolio(otherStaff))).toMatchObject(none);
    } finally {
      world.now = START;
    }
  });

  test('only for its staff', async () => {
    expect((await portfolio(null)).status).toBe(401);
    expect((await portfolio(stranger)).status).toBe(403);
    expect([(await portfolio(otherStaff, '?mfiId=3')).status, (await portfolio(staff, '?mfiId=3')).status]).toEqual([
      403, 200,
    ]);
  });
});

describe('files for other programs', () => {
  test.each(['loans', 'payments', 'ledger'])('%s: for the staff alone', async (what) => {
    expect([(await file(null, what)).status, (await file(stranger, what)).status]).toEqual([401, 403]);
    expect((await file(otherStaff, what)).status).toBe(403);
    const { status, headers } = await file(staff, what);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
  });

  test('loans without drafts, payments with who decided, and a ledger whose sums are the counters', async () => {
    const draft = await newLoan({ status: 1 });
    const loan = await newLoan({ status: 5, form: { title: '@cmd "গরু"' } });
    await repay(loan, 12.34);
    const linesOf = async (what: string) =>
      String((await file(staff, what)).body)
        .trimEnd()
        .split('\r\n');
    const loans = await linesOf('loans');
    expect(loans[0]).toMatch(/^\ufeff"id","title","borrower","status","amount_usd",/);
    expect(loans.find((line) => line.startsWith(`${loan.id},`))).toContain(
      `,"'@cmd ""গরু""","Rahima Khatun",5,100,100,100,12.34,87.66,`,
    );
    expect(loans.some((line) => line.startsWith(`${draft.id},`))).toBe(false);
    expect((await linesOf('payments'))[1]).toMatch(
      new RegExp(`,${loan.id},.*,12.34,"approved",.*"Rahima Khatun",.*"Officer Rahman"`),
    );
    const ledger = (await linesOf('ledger')).filter((line) => line.split(',')[3] === loan.id);
    const moved = ledger
      .filter((line) => line.includes('"cash"') && line.includes('"escrow"'))
      .map((line) => Number(line.split(',').at(-1)));
    expect(moved.reduce((sum, amount) => sum + amount, 0)).toBe(100);
  });

  test('a payment that was taken back says in the file why, when and by whom (R22.8)', async () => {
    const loan = await newLoan({ status: 5 });
    const id = await repay(loan, 10);
    const other = await world.newPerson({ staffOf: [ROI], firstName: 'Juthi', lastName: 'Das' });
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', path, { as: other, body: { reason: 'The cheque bounced' } }));
    const [names, ...lines] = String((await file(staff, 'payments')).body).split('\r\n');
    expect(names).toMatch(/,"reversal_reason","reversed_at","reversed_by"$/);
    const endOf = (paid: (line: string) => boolean) => lines.find(paid)?.split(',').slice(-3);
    expect(endOf((line) => line.includes(`,${loan.id},`))).toEqual([
      '"The cheque bounced"',
      `"${world.now.toISOString()}"`,
      '"Juthi Das"',
    ]);
    expect(endOf((line) => line.includes('"approved"'))).toEqual(['""', '""', '""']);
  });

  test.each(['loans', 'payments', 'ledger'] as const)(
    '%s: read one row at a time it is the same file',
    async (what) => {
      for (const amounts of [[10, 20], [5]]) {
        const loan = await newLoan({ status: 5, backings: [60, 40] });
        for (const amount of amounts) await repay(loan, amount);
      }
      const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('');
      const whole = await textOf(EXPORTS[what](world.db, ROI));
      expect(await textOf(EXPORTS[what](world.db, ROI, 1))).toBe(whole);
      expect(String((await file(staff, what)).body)).toBe(whole);
      const lines = whole.trimEnd().split('\r\n').slice(1);
      expect(new Set(lines).size).toBe(lines.length);
      expect(lines.length).toBeGreaterThan(2);
    },
  );

  test('an unknown file is not found', async () => {
    expect((await file(staff, 'people')).status).toBe(422);
    expect((await file(stranger, 'people')).status).toBe(403);
  });
});

describe('how an institution appears', () => {
  test('its staff change it, and all people see it', async () => {
    const values = {
      website: 'https://roi.example/new',
      phone: '+912255010199',
      email: 'Hello@ROI.example',
      slogan: 'পাশে আছি',
      welcomeMessage: '',
      primaryColor: '#0B5C4A',
      accentColor: '#b4521c',
    };
    expect([(await brand(null, values)).status, (await brand(stranger, values)).status]).toEqual([401, 403]);
    expect((await brand(otherStaff, values)).status).toBe(403);
    done(await brand(staff, values));
    const seen = done(await world.call('GET', '/api/mfi?name=ROI', {}));
    expect(seen).toMatchObject({ ...values, email: 'hello@roi.example', primaryColor: '#0b5c4a' });
    done(await brand(staff, {}));
  });

  test('its words in other languages are changed one by one, beside the first ones that stand without them', async () => {
    const none = { slogan: '', welcomeMessage: '' };
    const seen = async () => done(await world.call('GET', '/api/mfi?name=ROI', {})).texts;
    expect(await seen()).toEqual({ be: none, ar: none });
    done(await brand(staff, { texts: { be: { slogan: ' পাশে আছি ' } } }));
    done(await brand(staff, { texts: { be: { welcomeMessage: 'স্বাগতম' }, ar: { slogan: 'معًا' } } }));
    const words = { be: { slogan: 'পাশে আছি', welcomeMessage: 'স্বাগতম' }, ar: { ...none, slogan: 'معًا' } };
    expect(await seen()).toEqual(words);
    const { data } = (await world.call('GET', '/api/mfi/all', {})).body;
    expect(data.find(({ name }: { name: string }) => name === 'ROI').texts).toEqual(words);
    const wrong = await brand(staff, { texts: { ar: { slogan: 'م'.repeat(281) } } });
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'texts.ar.slogan']);
    expect((await brand(staff, { texts: { fr: none } })).status).toBe(422);
    done(await brand(staff, { texts: { be: none, ar: none } }));
    expect(await seen()).toEqual({ be: none, ar: none });
  });

  test('a colour on which words are hard to read is refused, each where it is used', async () => {
    const problems = async (body: object) =>
      (await brand(staff, body)).body.errors?.map(({ path }: { path: string }) => path);
    expect(await problems({ primaryColor: '#ffcc00' })).toEqual(['primaryColor']);
    expect(await problems({ accentColor: '#eeeeee' })).toEqual(['accentColor']);
    expect(await problems({ primaryColor: 'red' })).toEqual(['primaryColor']);
    expect((await brand(staff, { accentColor: '#949494' })).status).toBe(200);
  });

  test('no other field of it can be changed, and a logo has to be an own picture', async () => {
    expect((await brand(staff, { name: 'Mine' })).status).toBe(422);
    expect((await brand(staff, { fundingDays: 90 })).status).toBe(422);
    expect((await brand(staff, { website: 'javascript:alert(1)' })).status).toBe(422);
    const { body } = await brand(staff, { logo: 'campaignImages/logo-0123456789abcdef012345.webp' });
    expect(body.errors?.[0]?.path).toBe('logo');
  });
});
