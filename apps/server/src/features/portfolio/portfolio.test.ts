import { beforeAll, describe, expect, test } from 'vitest';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';

const world = useWorld();
const { newLoan, back, repay, withdraw, moveWithdrawal, decide } = useLoans(world);
const START = new Date('2026-01-31T04:30:00.000Z');

let anna: Person;
let ben: Person;
let running: Loan;
let returned: Loan;

const get = async (path: string, as: Person) => done(await world.call('GET', `/api/borrow/${path}`, { as }));
const at = (instant: string): void => {
  world.now = new Date(instant);
};

// Anna lends 60 of 100 to one loan and 40 of 100 to another that is returned; of the first, 50 come back in two payments.
beforeAll(async () => {
  [anna, ben] = [await world.newPerson(), await world.newPerson()];
  returned = await newLoan({ status: 3, backings: [40], backers: [anna] });
  done(await decide('returnProposal', returned));
  at('2026-02-01T04:30:00.000Z');
  running = await newLoan({
    status: 5,
    backings: [60, 40],
    backers: [anna, ben],
    form: { title: '=SUM(A1) "সেলাই"', monthsToRepay: 4 },
  });
  at('2026-03-01T04:30:00.000Z');
  await repay(running, 25);
  at('2026-04-01T04:30:00.000Z');
  await repay(running, 25);
});

describe('amounts a backer lent, got back and still has out (R11.2)', () => {
  test('over all loans; a backing that was released is none', async () => {
    const portfolio = await get('portfolio', anna);
    expect(portfolio).toMatchObject({ lent: 60, cameBack: 30, stillOut: 30, late: 0, credit: 30, loansCount: 1 });
  });

  test('R9.1: expected and received month by month', async () => {
    expect((await get('portfolio', anna)).months).toEqual([
      { month: '2026-03', expected: 15, received: 15, open: 0 },
      { month: '2026-04', expected: 15, received: 15, open: 0 },
      { month: '2026-05', expected: 15, received: 0, open: 15 },
      { month: '2026-06', expected: 15, received: 0, open: 15 },
    ]);
  });

  test('R10.7: an amount in a late loan is late, for every reader after the grace', async () => {
    at('2026-05-04T04:30:00.000Z');
    expect((await get('portfolio', anna)).late).toBe(0);
    at('2026-05-05T04:30:00.000Z');
    expect((await get('portfolio', anna)).late).toBe(30);
    const [loan] = await get('portfolio/loans', anna);
    expect(loan).toMatchObject({ lent: 60, cameBack: 30, stillOut: 30, daysLate: 4, nextDueOn: '2026-05-01' });
    expect(loan.proposal.id).toBe(running.id);
  });

  test('R9.3: the parts of all backers are the whole', async () => {
    const [first, second] = [await get('portfolio', anna), await get('portfolio', ben)];
    expect(first.lent + second.lent).toBe(100);
    expect(first.stillOut + second.stillOut).toBe(50);
  });

  test('a person who never lent has an empty one', async () => {
    const nobody = await world.newPerson();
    const empty = {
      lent: 0,
      cameBack: 0,
      stillOut: 0,
      lost: 0,
      forgiven: 0,
      late: 0,
      credit: 0,
      credits: [],
      loansCount: 0,
      hasComeBack: false,
      months: [],
    };
    expect(await get('portfolio', nobody)).toEqual(empty);
    expect(await get('portfolio/loans', nobody)).toEqual([]);
  });

  test('R6.7: a person reads their own portfolio and no other', async () => {
    for (const path of ['portfolio', 'portfolio/loans', 'statement', 'statement.csv']) {
      expect((await world.call('GET', `/api/borrow/${path}`, {})).status).toBe(401);
      expect((await world.call('GET', `/api/borrow/${path}?userId=${ben.id}`, { as: anna })).status).toBe(403);
    }
  });
});

describe('the statement', () => {
  test('has every movement with the credit after it, newest first', async () => {
    const { rows, ...totals } = await get('statement', anna);
    const told = rows.map((row: Record<string, unknown>) => [
      row['purpose'],
      row['outside'],
      row['credit'],
      row['creditAfter'],
    ]);
    expect(told).toEqual([
      ['share_received', 0, 15, 30],
      ['share_received', 0, 15, 15],
      ['backing', -60, 0, 0],
      ['backing_released', 40, 0, 0],
      ['backing', -40, 0, 0],
    ]);
    expect(totals).toEqual({ openingCredit: 0, closingCredit: 30, paidIn: 100, paidOut: 40, nextCursor: null });
  });

  test('of a period begins with the earlier balance; both days are in it', async () => {
    const march = await get('statement?from=2026-03-01&to=2026-03-31', anna);
    expect(march).toMatchObject({ openingCredit: 0, closingCredit: 15, paidIn: 0, paidOut: 0 });
    expect(march.rows).toHaveLength(1);
    const later = await get('statement?from=2026-04-01', anna);
    expect(later).toMatchObject({ openingCredit: 15, closingCredit: 30 });
    expect((await get('statement?to=2026-02-28', anna)).closingCredit).toBe(0);
    expect((await world.call('GET', '/api/borrow/statement?from=March', { as: anna })).status).toBe(422);
  });

  test('goes on where a page ended', async () => {
    const purposes: string[] = [];
    let cursor = '';
    do {
      const page = await get(`statement?limit=2${cursor && `&cursor=${cursor}`}`, anna);
      purposes.push(...page.rows.map((row: { purpose: string }) => row.purpose));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(purposes).toEqual(['share_received', 'share_received', 'backing', 'backing_released', 'backing']);
  });

  test('tells the movements in the order in which they were booked, whatever the clocks of two processes say', async () => {
    const carla = await world.newPerson();
    const lent = await newLoan({ status: 5, backings: [40, 60], backers: [carla, ben] });
    const open = await newLoan({ status: 2 });
    at('2026-06-01T23:59:59.900Z');
    await repay(lent, 100);
    at('2026-06-01T23:59:59.400Z');
    done(await back(open, carla, 30));
    const day = await get('statement?from=2026-06-01&to=2026-06-01', carla);
    const told = day.rows.map((row: Record<string, unknown>) => [row['purpose'], row['creditAfter'], row['date']]);
    expect(told.slice(0, 2)).toEqual([
      ['backing', 10, '2026-06-01T23:59:59.900Z'],
      ['share_received', 40, '2026-06-01T23:59:59.900Z'],
    ]);
    expect(day.closingCredit).toBe(10);
    const next = await get(`statement?from=2026-06-01&to=2026-06-01&limit=1&cursor=`, carla);
    const rest = await get(`statement?from=2026-06-01&to=2026-06-01&cursor=${next.nextCursor}`, carla);
    expect(rest.rows[0].purpose).toBe('share_received');
  });

  test('of a borrower tells the loan and the payments', async () => {
    const loan = await newLoan({ status: 5, mfiId: DCBS });
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-1' }));
    await repay(loan, 30);
    const { rows, paidIn, paidOut } = await get('statement', loan.owner);
    expect(rows.map((row: { purpose: string; outside: number }) => [row.purpose, row.outside])).toEqual([
      ['repayment_entered', -30],
      ['withdrawal', 100],
    ]);
    expect([paidIn, paidOut]).toEqual([30, 100]);
  });

  test('as a file: in the reader’s language, readable to a spreadsheet, and nothing in it is a formula', async () => {
    const file = await world.call('GET', '/api/borrow/statement.csv', {
      as: anna,
      headers: { 'accept-language': 'bn' },
    });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="sathi-statement.csv"');
    const lines = String(file.body).split('\r\n');
    expect(lines[0]).toBe(
      '\ufeff"তারিখ","কী","প্রস্তাব","নাম","নিজের টাকা (USD)","জমার পরিবর্তন (USD)","জমা (USD)","মুদ্রা","ছেড়ে দেওয়া (USD)"',
    );
    expect(lines).toHaveLength(7);
    expect(lines[3]).toContain(',"পাশে দাঁড়িয়েছি",');
    expect(lines[3]).toContain(`,"'=SUM(A1) ""সেলাই""",-60,0,0,"USD"`);
    world.now = START;
  });
});

describe('a backer awaits nothing more', () => {
  const months = async (as: Person) =>
    (await get('portfolio', as)).months.map(({ month, expected, received, open }: Record<string, unknown>) => [
      month,
      expected,
      received,
      open,
    ]);

  test('R8.3: of the months of a loan that was paid ahead, and of the part that was', async () => {
    at('2026-02-01T04:30:00.000Z');
    const loan = await newLoan({ status: 5, form: { monthsToRepay: 3 } });
    const [backer] = loan.backers as [Person];
    at('2026-02-02T04:30:00.000Z');
    await repay(loan, 50);
    expect(await months(backer)).toEqual([
      ['2026-02', 0, 50, 0],
      ['2026-03', 33.33, 0, 0],
      ['2026-04', 33.33, 0, 16.66],
      ['2026-05', 33.34, 0, 33.34],
    ]);
    await repay(loan, 50);
    expect((await months(backer)).map(([, , , open]: number[]) => open)).toEqual([0, 0, 0, 0]);
  });

  test('R29.3: of a loan that was written off', async () => {
    at('2026-02-01T04:30:00.000Z');
    const loan = await newLoan({ status: 5, form: { monthsToRepay: 3 } });
    const [backer] = loan.backers as [Person];
    done(await moveWithdrawal(done(await withdraw(loan)).id, loan.officer, { state: 'sent', reference: 'TX-2' }));
    await repay(loan, 50);
    const other = await world.newPerson({ staffOf: [ROI] });
    const query = `proposalId=${loan.id}`;
    at('2026-12-01T06:30:00Z');
    await lookForDefaults(world.outside);
    const body = { reason: 'Gone', cause: 'fraud' };
    done(await world.call('POST', `/api/mfi/default?${query}`, { as: loan.officer, body }));
    at('2027-01-10T06:30:00Z');
    done(await world.call('POST', `/api/mfi/writeOff?${query}`, { as: loan.officer, body: { reason: 'Gone' } }));
    done(await world.call('PATCH', `/api/mfi/writeOff?${query}`, { as: other, body: { state: 'approved' } }));
    expect(await months(backer)).toEqual([
      ['2026-02', 0, 50, 0],
      ['2026-03', 33.33, 0, 0],
      ['2026-04', 16.67, 0, 0],
      ['2026-05', 0, 0, 0],
    ]);
    expect((await get('portfolio/loans', backer))[0]).toMatchObject({ lost: 50, daysLate: 0, nextDueOn: null });
    world.now = START;
  });
});
