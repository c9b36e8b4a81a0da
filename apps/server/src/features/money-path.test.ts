import { expect, test } from 'vitest';
import { listViolations } from '../ledger/audit.ts';
import { proveNow } from '../test/accounts.ts';
import { done, refusal, useLoans } from '../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, find } = useLoans(world);

const DAY_MS = 86_400_000;
const AT = `mfiId=${ROI}`;
const DETAILS = { method: 'bank', accountName: 'Rahima Khatun', accountNumber: '0011 2233', bankName: 'Sonali' };
const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const inFours = (reference: string) => reference.replaceAll(/(....)(?!$)/g, '$1 ');

test('money comes by the bank, is lent, leaves, comes home and is taken back, each cent where the contract says (R19–R25)', async () => {
  const [first, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const [a, b] = [await world.newPerson(), await world.newPerson()];
  /** A call by staff who have just proved that it is them. */
  const ask = async (as: Person, method: string, path: string, body?: unknown) => {
    await proveNow(world, as);
    return world.call(method, `${path}${path.includes('?') ? '&' : '?'}${AT}`, { as, body });
  };
  const isSound = async () => expect(await listViolations(world.db)).toEqual([]);

  // 1. An account for both ways, and money that is awaited.
  const bank = { kind: 'bank', currency: 'USD', label: 'Bank', holder: 'ROI', number: '3011 7788' };
  const entered = { ...bank, forPayIn: true, forPayOut: true, feeWords: [], instructions: { en: '', be: '', ar: '' } };
  const accountId = done(await ask(first, 'POST', '/api/mfi/accounts', entered)).id;
  done(await ask(second, 'POST', `/api/mfi/accounts/confirm?id=${accountId}`));
  done(await ask(first, 'PATCH', '/api/mfi/moneySettings', { collection: 'expected' }));

  // 2. One reference for all that one person backs.
  const p = await newLoan({ officer: first, form: { amount: 40 } });
  const q = await newLoan({ officer: first, form: { amount: 60 } });
  const one = done(await back(p, a, 15)).order;
  const two = done(await back(q, a, 20)).order;
  expect(two).toMatchObject({ reference: one.reference, amountDue: 35 });
  const ofB = done(await back(p, b, 25)).order.reference;
  expect(done(await find(p, a))).toMatchObject({ status: 4, awaitedAmount: 40 });
  await isSound();

  // 3. Promised money is not sent.
  done(await decide('approveProposal', p, { as: first }));
  const refused = await decide('releaseFunds', p, { as: second });
  expect(refusal(refused)).toBe('409 unpaid_backings');
  expect(refused.body).toMatchObject({ unpaidAmount: 40, unpaidBackers: 2 });

  // 4. A CSV says its columns once, and the same file brings nothing twice.
  const upload = (text: string, as = first) =>
    world.call('POST', `/api/mfi/statements?${AT}&accountId=${accountId}`, {
      as,
      body: Buffer.from(text),
      headers: { 'content-type': 'text/csv' },
    });
  const head = 'Date,Details,Reference,Amount,Trx ID\n';
  const csv = `${head}${dayOf(world.now)},loan for ${inFours(one.reference)},,35.00,T1\n`;
  const unknown = await upload(csv);
  expect(refusal(unknown)).toBe('409 mapping_needed');
  done(await ask(first, 'PUT', `/api/mfi/statements/mapping?accountId=${accountId}`, unknown.body.proposal));
  const read = done(await upload(csv));
  expect(read).toMatchObject({ lines: 1, newLines: 1, automatic: 1 });
  const book = async (statementId: string) => {
    const lines = done(await ask(first, 'GET', `/api/mfi/lines?statementId=${statementId}`));
    const body = { lines: lines.map(({ id }: { id: string }) => ({ id })) };
    return done(await ask(first, 'POST', '/api/mfi/lines/book', body)).results;
  };
  expect(await book(read.id)).toMatchObject([{ result: 'booked', effects: { amount: 35, toCredit: 0 } }]);
  const [order] = done(await world.call('GET', '/api/money/orders', { as: a }));
  expect(order).toMatchObject({ reference: one.reference, amountDue: 0 });
  expect(done(await find(p, b)).awaitedAmount).toBe(25);
  const again = await upload(csv);
  expect([again.status, done(again).newLines]).toEqual([200, 0]);
  await isSound();

  // 5. More than is owed is credit.
  const more = done(await upload(`${head}${dayOf(world.now)},thanks,${ofB},25.50,T2\n`));
  expect(await book(more.id)).toMatchObject([{ result: 'booked', effects: { amount: 25.5, toCredit: 0.5 } }]);
  expect(done(await decide('releaseFunds', p, { as: second })).status).toBe(5);
  await isSound();

  // 6. A new account rests; then a batch of two pairs of eyes pays it.
  await proveNow(world, p.owner);
  const asked = { as: p.owner, body: { proposalId: p.id, ...DETAILS } };
  const { id, payableFrom } = done(await world.call('POST', '/api/borrow/withdraw', asked));
  expect(new Date(payableFrom).getTime()).toBe(NOW.getTime() + DAY_MS);
  const items = { accountId, items: [{ kind: 'withdrawal', id }] };
  const early = await ask(first, 'POST', '/api/mfi/batches', items);
  expect(refusal(early)).toBe('409 cooling_off');
  expect(early.body.items).toMatchObject([{ id, code: 'cooling_off' }]);
  world.now = new Date(payableFrom);
  const batch = done(await ask(first, 'POST', '/api/mfi/batches', items));
  expect(batch).toMatchObject({ state: 'made', count: 1, total: '40.00' });
  expect(refusal(await ask(first, 'PATCH', `/api/mfi/batches?id=${batch.id}`, { state: 'approved' }))).toBe(
    '403 second_person_needed',
  );
  done(await ask(second, 'PATCH', `/api/mfi/batches?id=${batch.id}`, { state: 'approved' }));
  const file = await world.app.inject({
    method: 'GET',
    url: `/api/mfi/batches/file?${AT}&id=${batch.id}&format=pain.001`,
    headers: { authorization: `Bearer ${second.token}` },
  });
  const reference = /<EndToEndId>(RF\d{10})<\/EndToEndId>/.exec(file.body)?.[1];
  expect(file.body).toContain('<InstdAmt Ccy="USD">40.00</InstdAmt>');
  const debit = done(await upload(`${head}${dayOf(world.now)},payment,${reference},-40.00,T3\n`));
  expect(debit.automatic).toBe(1);
  expect(await book(debit.id)).toMatchObject([{ result: 'booked', effects: { amount: -40 } }]);
  const [withdrawal] = done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${p.id}`, { as: p.owner }));
  expect(withdrawal).toMatchObject({ state: 'sent' });
  await isSound();

  // 7. The sum that must be held for others.
  const mustHold = async () => done(await ask(first, 'GET', '/api/mfi/position')).mustHold;
  expect(await mustHold()).toBe(20.5);

  // 8. A repayment by the bank, and taken back by the other of the two.
  const { loanReference } = done(await find(p, p.owner));
  const credits = async () =>
    Promise.all(
      [a, b].map(async (as) => {
        const { credits: own } = done(await world.call('GET', '/api/borrow/portfolio', { as }));
        return own.find(({ mfiId }: { mfiId: string | null }) => mfiId === String(ROI))?.amount ?? 0;
      }),
    );
  const home = done(await upload(`${head}${dayOf(world.now)},instalment,${loanReference},10.00,T4\n`));
  expect(await book(home.id)).toMatchObject([{ result: 'booked', effects: { amount: 10 } }]);
  expect(await credits()).toEqual([3.75, 6.75]);
  const payments = `/api/borrow/proposalPayments?proposalId=${p.id}`;
  const [payment] = done(await world.call('GET', payments, { as: p.owner }));
  const page = async () => done(await world.call('GET', `/api/receipts/${payment.receipt.code}`));
  expect(await page()).toMatchObject({ amount: 10, state: 'confirmed', loanEnding: loanReference.slice(-4) });
  await isSound();
  const reverse = { as: second, body: { reason: 'The bank took it back' } };
  done(await world.call('PATCH', `/api/borrow/reversePayment?proposalId=${p.id}&id=${payment.id}`, reverse));
  expect(await credits()).toEqual([0, 0.5]);
  expect((await page()).state).toBe('reversed');
  await isSound();
});
