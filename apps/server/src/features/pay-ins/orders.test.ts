import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { RateMillionths } from '@sathi/domain/rates.ts';
import { expectMoney, payInAccount, rateAtRoi, receiveAtRoi } from '../../test/expected.ts';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { jpegPicture, upload } from '../../test/pictures.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { removeUnusedFiles } from '../files/files.jobs.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { lapseBackings } from './lapse.service.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

const DAY_MS = 86_400_000;
const ORDERS = '/api/money/orders';
let officer: Person;
let accountId: string;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officer);
});
beforeEach(() => {
  world.now = NOW;
});

const orders = async (as: Person) => done(await world.call('GET', ORDERS, { as })) as any[];
const tell = (as: Person, more: object = {}) => {
  const body = { mfiId: '3', paidOn: '2026-01-30', channel: 'bank', ...more };
  return world.call('POST', `${ORDERS}/told`, { as, body });
};
const withCredit = (as: Person, more: object = {}) =>
  world.call('POST', `${ORDERS}/payWithCredit`, { as, body: { mfiId: '3', ...more } });
const receive = (user: Person, cents: number) => receiveAtRoi(world, officer, user, cents);
const open = (amount = 100) => newLoan({ officer, form: { amount } });

describe('an order is what one person owes one institution now (R19.5)', () => {
  test('it names the sum, the earliest day, each backing, and the ways to pay', async () => {
    const [first, second, [backer]] = [await open(), await open(), (await people(world, 1)) as [Person]];
    expect(await orders(backer)).toEqual([]);
    done(await back(first, backer, 15));
    world.now = new Date(NOW.getTime() + DAY_MS);
    done(await back(second, backer, 20));
    const [order] = await orders(backer);
    const { reference } = order;
    expect(order).toEqual({
      mfiId: '3',
      mfiName: 'ROI',
      reference: expect.stringMatching(/^RF\d{2}1\d{7}$/),
      amountDue: 35,
      payBy: '2026-02-07',
      payFirst: false,
      told: null,
      mayTell: true,
      lacksRate: false,
      credit: 0,
      items: [
        expect.objectContaining({ proposalId: first.id, amount: 15, unpaid: 15, payBy: '2026-02-07' }),
        expect.objectContaining({ proposalId: second.id, amount: 20, unpaid: 20, payBy: '2026-02-08' }),
      ],
      channels: [
        {
          accountId,
          kind: 'bank',
          currency: 'USD',
          holder: 'ROI Foundation',
          number: '3011 7788',
          bankName: 'State Bank',
          bic: '',
          amount: '35.00',
          lines: ['Send $35 by Feb 7, 2026.', `Reference: ${reference.replaceAll(/(.{4})(?=.)/g, '$1 ')}`],
          qr: `/api/money/orders/qr?mfiId=3&accountId=${accountId}`,
        },
      ],
    });
    await receive(backer, 1600);
    const [left] = await orders(backer);
    expect(left).toMatchObject({ reference, amountDue: 19, payBy: '2026-02-08', items: [{ amount: 20, unpaid: 19 }] });
    await receive(backer, 2000);
    expect(await orders(backer)).toMatchObject([
      { reference, amountDue: 0, payBy: null, credit: 1, mayTell: false, items: [], channels: [] },
    ]);
  });

  test('the code of a way to pay is a picture that is kept nowhere (R19.7)', async () => {
    const [loan, [backer, other]] = [await open(), (await people(world, 2)) as [Person, Person]];
    done(await back(loan, backer, 15));
    const url = `${ORDERS}/qr?mfiId=3&accountId=${accountId}`;
    const code = await world.call('GET', url, { as: backer });
    expect([code.status, code.headers['content-type'], code.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'no-store',
    ]);
    expect(code.body).toMatch(/^<svg /);
    expect(refusal(await world.call('GET', url, { as: other }))).toBe('404 not_found');
    expect(refusal(await world.call('GET', `${url}9`, { as: backer }))).toBe('404 not_found');
  });

  test('an account in another currency asks at the rate of today, rounded up, and none without a rate (R20.7, R23.2)', async () => {
    const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
    const rupees = await payInAccount(world, officer, { currency: 'INR', upiId: 'roi@oksbi' });
    done(await back(loan, backer, 35));
    const asked = async () => {
      const [{ channels }] = await orders(backer);
      return channels.find((channel: { accountId: string }) => channel.accountId === rupees)?.amount;
    };
    const [{ lacksRate }] = await orders(backer);
    expect([await asked(), lacksRate]).toEqual([undefined, false]);
    await rateAtRoi(world, officer, '2026-01-10', 83_110_000);
    expect(await asked()).toBe('2909.00');
    world.now = new Date('2026-02-10T04:30:00.000Z');
    expect(await asked()).toBe(undefined);
    await world.db.updateTable('moneyAccounts').set({ forPayIn: false }).where('currency', '=', 'USD').execute();
    expect(await orders(backer)).toMatchObject([{ channels: [], lacksRate: true }]);
    await world.db.updateTable('moneyAccounts').set({ forPayIn: true }).where('currency', '=', 'USD').execute();
  });

  test.each([['BDT'], [null]] as const)(
    'an account in euros asks for and gets what was backed to the cent where the money is %s (R7.2, R20.7)',
    async (localCurrency) => {
      const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
      const euros = await payInAccount(world, officer, { currency: 'EUR' });
      const rate = { validFrom: '2026-01-10', rateMillionths: 920_000 as RateMillionths, source: 'ECB', reason: '' };
      const by = { enteredBy: officer.id, enteredAt: NOW, decidedBy: officer.id, decidedAt: NOW };
      await world.db
        .insertInto('moneyRates')
        .values({ mfiId: ROI, currency: 'EUR', state: 'approved', ...rate, ...by })
        .execute();
      const units = { localCurrency, localUnitMinor: 1000 as Minor };
      await world.db.updateTable('mfis').set(units).where('id', '=', ROI).execute();
      done(await back(loan, backer, 25));
      const [{ reference, channels }] = await orders(backer);
      const asked = channels.find((channel: { accountId: string }) => channel.accountId === euros);
      expect(asked).toMatchObject({ currency: 'EUR', amount: '23.00' });
      const receive = (amount: string) => {
        const body = {
          reference,
          accountId: euros,
          localAmount: { amount, currency: 'EUR' },
          receivedOn: '2026-01-31',
        };
        return world.call('POST', `/api/mfi/receipts?mfiId=${ROI}`, { as: officer, body });
      };
      expect(done(await receive('23.00'))).toMatchObject({ amount: 25, toCredit: 0, gain: 0 });
      // The sum that whole tens of euros would have asked is worth its day, and none of it is the institution's gain.
      expect(done(await receive('30.00'))).toMatchObject({ amount: 32.6, gain: 0 });
      await world.db
        .updateTable('mfis')
        .set({ localUnitMinor: 100 as Minor })
        .where('id', '=', ROI)
        .execute();
    },
  );

  test('two lapses on different days are told before the next backing is refused (R20.10)', async () => {
    const [backer] = (await people(world, 1)) as [Person];
    for (const _ of [1, 2]) {
      done(await back(await open(), backer, 5));
      world.now = new Date(world.now.getTime() + 11 * DAY_MS);
      await lapseBackings(world.db, world.outside.now);
    }
    expect(await orders(backer)).toMatchObject([{ payFirst: true, amountDue: 0 }]);
  });
});

describe('“I have paid” (R20.2)', () => {
  test('it gives all that is awaited five more days, once in thirty', async () => {
    const [first, second, [backer]] = [await open(), await open(), (await people(world, 1)) as [Person]];
    done(await back(first, backer, 15));
    done(await back(second, backer, 20));
    const told = { paidOn: '2026-01-30', channel: 'bank', reference: 'TRX 81', slip: null };
    expect(done(await tell(backer, { reference: 'TRX 81' }))).toEqual({ payBy: '2026-02-12' });
    const [order] = await orders(backer);
    expect(order).toMatchObject({ payBy: '2026-02-12', told, mayTell: false });
    expect(order.items.map(({ payBy }: { payBy: string }) => payBy)).toEqual(['2026-02-12', '2026-02-12']);
    expect(refusal(await tell(backer))).toBe('409 told_before');
    await receive(backer, 3500);
    world.now = new Date(NOW.getTime() + 29 * DAY_MS);
    done(await back(await open(), backer, 5));
    expect(await orders(backer)).toMatchObject([{ told: null, mayTell: false, amountDue: 5 }]);
    expect(refusal(await tell(backer))).toBe('409 told_before');
    world.now = new Date(NOW.getTime() + 30 * DAY_MS);
    expect(done(await tell(backer, { paidOn: '2026-03-01' })).payBy).toBe('2026-03-13');
  });

  test('R20.2 its slip is for the payer and the staff of that institution, and gone two years later (R22.3)', async () => {
    const [loan, [backer, other]] = [await open(), (await people(world, 2)) as [Person, Person]];
    done(await back(loan, backer, 15));
    done(await back(loan, other, 15));
    const { key } = done(await upload(world, backer, await jpegPicture(), { folder: 'slips', name: 'slip.jpg' }));
    const read = async (as: Person | null) => (await world.call('GET', `/api/money/${key}`, { as })).status;
    expect(await read(backer)).toBe(404);
    expect(refusal(await tell(other, { slip: key }))).toBe('422 invalid_request');
    expect(refusal(await tell(backer, { slip: 'proposalImages/1-abc.webp' }))).toBe('422 invalid_request');
    done(await tell(backer, { slip: key }));
    expect((await orders(backer))[0].told).toMatchObject({ slip: key });
    const awaited = done(await world.call('GET', '/api/mfi/awaited?mfiId=3', { as: officer })) as any[];
    expect(awaited.find(({ userId }) => userId === String(backer.id)).told).toMatchObject({ slip: key });
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    const readers = [backer, officer, other, loan.owner, elsewhere, null];
    expect(await Promise.all(readers.map(read))).toEqual([200, 200, 404, 404, 404, 401]);
    const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
    await removeUnusedFiles(world.db, later(3));
    await deleteOutdated(world.db, later(700));
    expect(await read(backer)).toBe(200);
    await deleteOutdated(world.db, later(740));
    expect(await read(backer)).toBe(404);
  });

  test('it is refused where nothing is awaited, before the day, and where an institution trusts', async () => {
    const [loan, [backer, other]] = [await open(), (await people(world, 2)) as [Person, Person]];
    done(await back(loan, backer, 15));
    expect(refusal(await tell(other))).toBe('404 not_found');
    expect(refusal(await tell(backer, { mfiId: String(DCBS) }))).toBe('409 needs_expected');
    expect(refusal(await tell(backer, { mfiId: '987654' }))).toBe('404 not_found');
    const early = await tell(backer, { paidOn: '2026-02-01' });
    expect([refusal(early), early.body.errors[0].path]).toEqual(['422 invalid_request', 'paidOn']);
    await receive(backer, 1500);
    expect(refusal(await tell(backer))).toBe('409 wrong_status');
  });
});

describe('credit pays because its person says so (R20.6)', () => {
  test('as much as both allow, or less, but not more than there is', async () => {
    const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
    await receive(backer, 1250);
    done(
      await world.call('POST', '/api/borrow/backProposal', {
        as: backer,
        body: { proposalId: loan.id, amount: 10, useCredit: false },
      }),
    );
    expect(refusal(await withCredit(backer, { amount: 12.51 }))).toBe('422 amount_above_credit');
    const settled = (amount: number) => [{ proposalId: loan.id, amount }];
    expect(done(await withCredit(backer, { amount: 4 }))).toEqual({ settled: settled(4), amountDue: 6, credit: 8.5 });
    expect(done(await withCredit(backer))).toEqual({ settled: settled(6), amountDue: 0, credit: 2.5 });
    expect(done(await withCredit(backer))).toEqual({ settled: [], amountDue: 0, credit: 2.5 });
  });

  test('ten identical requests at once pay once, and ten rivals not more than there is', async () => {
    const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
    await receive(backer, 500);
    done(
      await world.call('POST', '/api/borrow/backProposal', {
        as: backer,
        body: { proposalId: loan.id, amount: 10, useCredit: false },
      }),
    );
    const same = { as: backer, body: { mfiId: '3', amount: 2 }, key: 'the same' };
    const ten = Array.from({ length: 10 }, () => world.call('POST', `${ORDERS}/payWithCredit`, same));
    for (const answer of await Promise.all(ten)) expect(done(answer)).toMatchObject({ amountDue: 8, credit: 3 });
    const rivals = await Promise.all(Array.from({ length: 10 }, () => withCredit(backer, { amount: 1 })));
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await orders(backer)).toMatchObject([{ amountDue: 5, credit: 0 }]);
  });

  test('there is none without an order, and at trust', async () => {
    const [person] = (await people(world, 1)) as [Person];
    expect(refusal(await withCredit(person))).toBe('404 not_found');
    expect(refusal(await withCredit(person, { mfiId: String(DCBS) }))).toBe('409 needs_expected');
  });
});

test('a person sees the money of theirs that came, and what it did (R20.6)', async () => {
  const [loan, [backer]] = [await open(), (await people(world, 1)) as [Person]];
  done(await back(loan, backer, 15));
  const { id } = await receive(backer, 2500);
  const list = async (as: Person) => done(await world.call('GET', '/api/money/receipts', { as }));
  expect(await list(backer)).toEqual([
    {
      id: String(id),
      mfiId: '3',
      mfiName: 'ROI',
      amount: 25,
      local: null,
      receivedOn: '2026-01-31',
      settled: [{ proposalId: loan.id, amount: 15 }],
      toCredit: 10,
      state: 'booked',
    },
  ]);
  expect(await list(officer)).toEqual([]);
});
