import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import { payInCode } from '@sathi/domain/pay-in-code.ts';
import { parseReference, type Reference } from '@sathi/domain/references.ts';
import encodeQR from 'qr';
import { afterEach, expect, test } from 'vitest';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { jpegPicture, upload } from '../../test/pictures.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { removeUnusedFiles } from '../files/files.jobs.ts';

const world = useWorld();
const { newLoan, decidePayment, find, repay } = useLoans(world);

const DAY_MS = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** Enters a payment by the owner, with the facts that a test says of it. */
const enter = (loan: Loan, facts: object, as: Person = loan.owner) =>
  world.call('POST', '/api/borrow/proposalPayment', { as, body: { proposalId: loan.id, amount: 5, ...facts } });
const enterLocal = (loan: Loan, amount: string, facts: object = {}) =>
  enter(loan, { amount: undefined, localAmount: { amount, currency: 'INR' }, ...facts });
const payments = async (loan: Loan, as: Person) =>
  done(await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as })) as any[];
const howToPay = (loan: Pick<Loan, 'id'>, as: Person | null, headers = {}) =>
  world.call('GET', `/api/borrow/howToPay?proposalId=${loan.id}`, { as, headers });

const BANK = {
  kind: 'bank',
  currency: 'USD',
  label: 'State Bank',
  holder: 'ROI Foundation',
  number: '3011778899',
  forPayIn: true,
  instructions: { en: 'Send {amount} by {payBy}.\nReference: {reference}', be: '{reference} লিখুন' },
};
/** An account that is in force at ROI from now on. @returns its id */
async function newAccount(fields: object = {}): Promise<string> {
  const office = await Promise.all([world.newPerson({ staffOf: [ROI] }), world.newPerson({ staffOf: [ROI] })]);
  const body = { ...BANK, ...fields };
  const { id } = done(await world.call('POST', '/api/mfi/accounts?mfiId=3', { as: office[0], body }));
  done(await world.call('POST', `/api/mfi/accounts/confirm?mfiId=3&id=${id}`, { as: office[1] }));
  return id;
}

async function setRate(validFrom: string, rateMillionths: number): Promise<void> {
  const { id } = await world.newPerson();
  const by = { enteredBy: id, enteredAt: world.now, decidedBy: id, decidedAt: world.now, state: 'approved' as const };
  const rate = { mfiId: ROI, currency: 'INR' as LocalCurrency, validFrom, source: 'RBI', reason: '', ...by };
  await world.db
    .insertInto('moneyRates')
    .values({ ...rate, rateMillionths: rateMillionths as never })
    .execute();
}

afterEach(async () => {
  world.now = NOW;
  await world.db.deleteFrom('moneyRates').execute();
  await world.db.updateTable('moneyAccounts').set({ forPayIn: false }).execute();
});

test('a payment says how it was made, and backers read the day but not the number (R22.1)', async () => {
  const loan = await newLoan({ status: 5 });
  world.now = later(3);
  const accountId = await newAccount();
  const said = { channel: 'bank', accountId, reference: ' ৯k7-x2 ', paidOn: '2026-02-02' };
  expect(done(await enter(loan, said))).toMatchObject({ channel: 'bank', reference: '9k7-x2', paidOn: '2026-02-02' });
  expect((await payments(loan, loan.officer))[0]).toMatchObject({ reference: '9k7-x2', paidOn: '2026-02-02' });
  const [read] = await payments(loan, loan.backers[0] as Person);
  expect(read).toMatchObject({ channel: 'bank', reference: null, paidOn: '2026-02-02', slip: null, receipt: null });
  // The account says the channel.
  expect(done(await enter(loan, { accountId }))).toMatchObject({ channel: 'bank' });
});

test('R22.1: a payment that waits to be approved says in the queue how and when it was made, and whether it has a slip', async () => {
  const loan = await newLoan({ status: 5 });
  const queued = async () => {
    const { paymentsToApprove } = done(await world.call('GET', '/api/mfi/queues?mfiId=3', { as: loan.officer }));
    return paymentsToApprove.entries.filter(({ proposalId }: { proposalId: string }) => proposalId === loan.id);
  };
  world.now = later(3);
  done(await enter(loan, {}));
  const nothingSaid = { channel: null, reference: null, paidOn: '2026-02-03', hasSlip: false };
  expect(await queued()).toMatchObject([nothingSaid]);
  world.now = later(4);
  const sent = await upload(world, loan.owner, await jpegPicture(), { folder: 'slips', name: `${loan.id}-slip.jpg` });
  const said = { channel: 'mobile_wallet', reference: '8G7-HK2', paidOn: '2026-02-02' };
  done(await enter(loan, { ...said, slip: done(sent).key }));
  expect(await queued()).toMatchObject([nothingSaid, { ...said, hasSlip: true }]);
});

test.each([
  [{ channel: 'cash', accountId: 'own' }],
  [{ accountId: 'waiting' }, '404 not_found'],
  [{ accountId: 'elsewhere' }, '404 not_found'],
  [{ accountId: '987654' }, '404 not_found'],
  [{ accountId: 'x' }],
  [{ paidOn: '2026-01-30' }],
  [{ paidOn: '2026-02-04' }],
  [{ paidOn: 'tomorrow' }],
  [{ channel: 'pigeon' }],
  [{ slip: 'proposalImages/1-abc.webp' }],
  [{ slip: 'slips/1-abc.webp' }],
  [{ localAmount: { amount: '1.00', currency: 'USD' } }],
  [{ amount: undefined }],
])('a payment that cannot have been made so is refused: %j', async (facts: any, expected = '422 invalid_request') => {
  const loan = await newLoan({ status: 5 });
  world.now = later(3);
  const accounts: Record<string, () => Promise<string>> = {
    own: () => newAccount(),
    waiting: async () => {
      const as = await world.newPerson({ staffOf: [ROI] });
      return done(await world.call('POST', '/api/mfi/accounts?mfiId=3', { as, body: BANK })).id;
    },
    elsewhere: async () => {
      const [first, second] = [await world.newPerson({ staffOf: [DCBS] }), await world.newPerson({ staffOf: [DCBS] })];
      const { id } = done(await world.call('POST', '/api/mfi/accounts?mfiId=1', { as: first, body: BANK }));
      done(await world.call('POST', `/api/mfi/accounts/confirm?mfiId=1&id=${id}`, { as: second }));
      return id;
    },
  };
  const { accountId } = facts;
  const id = (await accounts[accountId]?.()) ?? accountId;
  expect(refusal(await enter(loan, { ...facts, ...(id !== undefined && { accountId: id }) }))).toBe(expected);
});

test('an account that is not there is told before what the state forbids and before wrong values, and after the right (R22.1)', async () => {
  const accountId = '987654';
  const [running, repaid] = [await newLoan({ status: 5 }), await newLoan({ status: 6 })];
  expect(refusal(await enter(running, { accountId, amount: '1.234' }))).toBe('404 not_found');
  expect(refusal(await enter(repaid, { accountId }))).toBe('404 not_found');
  expect(refusal(await enter(repaid, {}))).toBe('409 wrong_status');
  expect(refusal(await enter(running, { accountId }, await world.newPerson()))).toBe('403 not_permitted');
});

test('a number pays once at an institution and channel, in any letters, until its payment is refused (R22.1)', async () => {
  const [loan, other] = [await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  const { id } = done(await enter(loan, { channel: 'mobile_wallet', reference: 'Trx 9k' }));
  const again = { channel: 'mobile_wallet', reference: 'TRX 9K' };
  expect(refusal(await enter(other, again))).toBe('409 reference_used');
  expect(done(await find(other, other.owner)).pendingAmount).toBe(0);
  done(await enter(other, { ...again, channel: 'bank' }));
  const elsewhere = await newLoan({ status: 5, mfiId: DCBS });
  done(await enter(elsewhere, again));
  done(await decidePayment('rejectPayment', loan, id));
  const second = done(await enter(other, again));
  done(await decidePayment('approvePayment', other, second.id, { as: loan.officer }));
  expect(refusal(await enter(loan, again))).toBe('409 reference_used');
});

test('ten at once with one number are one payment (R22.1)', async () => {
  const loans = await Promise.all((await people(world, 10)).map((owner) => newLoan({ owner, status: 5 })));
  const answers = await Promise.all(loans.map((loan) => enter(loan, { channel: 'bank', reference: 'Same 77' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
});

test('the day paid decides whether an instalment was in time, not the day of its entry (R22.2)', async () => {
  const owner = await world.newPerson();
  const form = { monthsToRepay: 1 };
  const [inTime, late] = [await newLoan({ owner, status: 5, form }), await newLoan({ owner, status: 5, form })];
  const dueOn = done(await find(inTime)).schedule[0].dueOn as string;
  world.now = new Date(Date.parse(`${dueOn}T12:00:00Z`) + 40 * DAY_MS);
  const { id } = done(await enter(inTime, { amount: 100, paidOn: dueOn }));
  done(await decidePayment('approvePayment', inTime, id));
  await repay(late, 100);
  expect(done(await find(inTime)).trackRecord).toMatchObject({ repaid: 2, onTime: 1 });
});

test('a payment that waits for less than a week stands beside late, for owner and staff (R22.2)', async () => {
  const loan = await newLoan({ status: 5, form: { monthsToRepay: 1 } });
  world.now = later(60);
  expect(done(await find(loan, loan.owner))).toMatchObject({ repaymentState: 'late', paymentWaiting: null });
  done(await enter(loan, { amount: 30 }));
  world.now = later(62);
  done(await enter(loan, { amount: 12.5, paidOn: '2026-03-01' }));
  const waiting = { repaymentState: 'late', paymentWaiting: { amount: 42.5, since: '2026-04-01' } };
  expect(done(await find(loan, loan.owner))).toMatchObject(waiting);
  expect(done(await find(loan, loan.officer))).toMatchObject(waiting);
  expect(done(await find(loan, loan.backers[0]))).toMatchObject({ paymentWaiting: null, loanReference: null });
  world.now = later(67);
  expect(done(await find(loan, loan.owner)).paymentWaiting).toEqual({ amount: 12.5, since: '2026-04-03' });
  world.now = later(69);
  expect(done(await find(loan, loan.owner)).paymentWaiting).toBeNull();
});

test('a released loan has a reference of its own with a right check, for life (R19.4)', async () => {
  const loans = [await newLoan({ status: 5 }), await newLoan({ status: 5 }), await newLoan({ status: 4 })];
  const references = await Promise.all(loans.map(async (loan) => done(await find(loan, loan.owner)).loanReference));
  expect(references[2]).toBeNull();
  expect(new Set(references).size).toBe(3);
  for (const reference of references.slice(0, 2)) {
    expect(reference).toMatch(/^RF\d\d2\d{7}$/);
    expect(parseReference(reference)).toBe(reference);
  }
  await repay(loans[0] as Loan, 100);
  expect(done(await find(loans[0] as Loan, loans[0]?.owner)).loanReference).toBe(references[0]);
});

test('a borrower reads where to pay the next instalment, in their language and in the currency of each account', async () => {
  const loan = await newLoan({ status: 5 });
  const usd = await newAccount();
  const inr = await newAccount({ currency: 'INR', upiId: 'roi.office@oksbi', instructions: {} });
  done(await enter(loan, { amount: 3.33 }));
  const first = done(await howToPay(loan, loan.owner));
  const reference = done(await find(loan, loan.owner)).loanReference as string;
  const inFours = (reference.match(/.{4}/g) ?? []).join(' ');
  // Without a rate nobody knows the sum in rupees (R23.2).
  expect(first).toEqual({
    reference,
    amountDue: 5,
    local: null,
    payBy: '2026-02-28',
    reminders: [],
    channels: [
      {
        accountId: usd,
        kind: 'bank',
        currency: 'USD',
        holder: 'ROI Foundation',
        number: '3011778899',
        bankName: '',
        bic: '',
        amount: '5.00',
        lines: ['Send $5 by Feb 28, 2026.', `Reference: ${inFours}`],
        qr: `/api/borrow/howToPay/qr?proposalId=${loan.id}&accountId=${usd}`,
      },
    ],
  });
  await setRate('2026-01-30', 85_500_000);
  // A sum in another money than the institution's is rounded up to the paisa only (R7.2).
  const both = done(await howToPay(loan, loan.officer, { 'accept-language': 'bn' }));
  expect(both.channels[0].lines).toEqual([`${inFours} লিখুন`]);
  expect(both.channels[1]).toMatchObject({ accountId: inr, currency: 'INR', amount: '427.50', lines: [] });
  const drawn = await world.app.inject({
    url: both.channels[1].qr,
    headers: { authorization: `Bearer ${loan.owner.token}` },
  });
  expect(drawn.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
  const upi = payInCode(
    { holder: 'ROI Foundation', number: '3011778899', upiId: 'roi.office@oksbi', qrText: '', currency: 'INR' },
    { reference: reference as Reference, amount: 42_750 as Minor },
  );
  expect(upi).toContain(`tr=${reference}&am=427.50`);
  expect(drawn.body).toBe(encodeQR(upi, 'svg', { ecc: 'medium', border: 4 }));
  expect((await howToPay(loan, loan.backers[0] as Person)).status).toBe(403);
});

test('local money pays exactly what was asked lately, else the rate of its day, and its gain is the office’s (R23.9)', async () => {
  const loan = await newLoan({ status: 5, form: { amount: 120 } });
  world.now = later(10);
  const account = await newAccount({ currency: 'INR' });
  await setRate('2026-01-31', 80_000_000);
  await setRate('2026-02-09', 84_000_000);
  const facts = { accountId: account };
  // 10.00 at the rate of a week ago; the one of the day makes 9.52 of it.
  expect(done(await enterLocal(loan, '800.00', facts))).toMatchObject({
    amount: 10,
    local: { amount: '800.00', currency: 'INR' },
    gain: null,
  });
  expect((await payments(loan, loan.officer))[0]).toMatchObject({ amount: 10, gain: -0.48 });
  expect(done(await enterLocal(loan, '800.01', facts))).toMatchObject({ amount: 9.52 });
  expect(refusal(await enterLocal(loan, '0.01', facts))).toBe('422 amount_not_positive');
  expect(refusal(await enterLocal(loan, '10.00'))).toBe('422 wrong_currency');
  world.now = later(60);
  expect(refusal(await enterLocal(loan, '10.00', facts))).toBe('409 rate_too_old');
});

test('a slip is for the owner and the staff of its loan, and gone two years after the last payment (R22.3)', async () => {
  const loan = await newLoan({ status: 5 });
  const bytes = await jpegPicture();
  const sent = await upload(world, loan.owner, bytes, { folder: 'slips', name: `${loan.id}-slip.jpg` });
  const { key, url } = done(sent);
  expect([key, url]).toEqual([expect.stringMatching(new RegExp(`^slips/${loan.id}-`)), `/api/money/${key}`]);
  const read = (as: Person | null, address = `/api/money/${key}`) => world.call('GET', address, { as });
  expect((await read(loan.owner)).status).toBe(404);
  const other = await newLoan({ status: 5 });
  expect(refusal(await enter(other, { slip: key }))).toBe('422 invalid_request');
  const { id } = done(await enter(loan, { slip: key, amount: 100 }));
  expect((await payments(loan, loan.officer))[0]).toMatchObject({ slip: key, slipUrl: `/api/money/${key}` });
  const addresses = [url, `/api/money/slips/${key}`, `/api/money/slips/${encodeURIComponent(key)}`];
  for (const address of addresses) {
    for (const as of [loan.owner, loan.officer]) {
      const answer = await read(as, `${address}?w=400`);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(answer.headers['cache-control']).toContain('no-store');
    }
  }
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  for (const as of [loan.backers[0] as Person, other.owner, elsewhere]) expect((await read(as)).status).toBe(404);
  expect((await read(null)).status).toBe(401);
  expect((await world.call('GET', `/files/${key}`, { as: loan.owner })).status).toBe(404);
  done(await decidePayment('approvePayment', loan, id));
  await removeUnusedFiles(world.db, later(3));
  expect((await read(loan.owner)).status).toBe(200);
  await deleteOutdated(world.db, later(700));
  expect((await read(loan.owner)).status).toBe(200);
  await deleteOutdated(world.db, later(740));
  expect((await read(loan.owner)).status).toBe(404);
});
