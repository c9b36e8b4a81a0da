import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, pay, decidePayment, find } = useLoans(world);

const { sentTo } = useBells(world);

const payments = async (loan: Loan, as: Person) =>
  done(await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as })) as any[];
const read = (code: string) => world.call('GET', `/api/receipts/${code}`, { as: null });
const open = (code: string, language = 'en') =>
  world.app.inject({ method: 'GET', url: `/r/${code}`, headers: { 'accept-language': language } });

test('an approved payment has a receipt that anybody may check, without names (R22.7)', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await pay(loan, 12.5));
  expect((await payments(loan, loan.owner))[0].receipt).toBeNull();
  done(await decidePayment('approvePayment', loan, id));
  const { receipt } = (await payments(loan, loan.owner))[0];
  expect(receipt).toEqual({ number: `ROI-P-${id}`, code: expect.any(String), url: `/r/${receipt.code}` });
  expect((await payments(loan, loan.backers[0] as Person))[0].receipt).toBeNull();
  const { loanReference } = done(await find(loan, loan.owner));
  const told = {
    number: `ROI-P-${id}`,
    amount: 12.5,
    local: null,
    paidOn: '2026-01-31',
    mfi: 'ROI',
    loanEnding: loanReference.slice(-4),
    state: 'confirmed',
  };
  expect(done(await read(receipt.code))).toEqual(told);
  expect(done(await read(receipt.code.toLowerCase()))).toEqual(told);
  for (const [language, words] of [
    ['en', 'This receipt is genuine'],
    ['bn', 'রসিদটি আসল'],
    ['ar', 'هذا الإيصال صحيح'],
  ] as const) {
    const page = await open(receipt.code, language);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    for (const part of [words, '$12.50', `ROI-P-${id}`]) expect(page.body).toContain(part);
    expect(page.body).not.toContain('Rahima');
  }
  const other = await world.newPerson({ staffOf: [ROI] });
  const body = { reason: 'The cheque bounced' };
  done(await world.call('PATCH', `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`, { as: other, body }));
  expect(done(await read(receipt.code)).state).toBe('reversed');
});

test('a code of no receipt is 404, on the page too', async () => {
  for (const code of ['0000000000', 'x', '..%2F..', "'--", '%00', 'A'.repeat(201)]) {
    expect(refusal(await read(code))).toBe('404 not_found');
    expect((await open(code)).statusCode).toBe(404);
  }
});

test('a receipt and a reversal of the night are told in the morning of the institution (R22.7, R22.8)', async () => {
  const loan = await newLoan({ status: 5 });
  const other = await world.newPerson({ staffOf: [ROI] });
  world.now = new Date('2026-02-02T18:00:00.000Z');
  const [kept, id] = [done(await pay(loan, 7)).id, done(await pay(loan, 12.5)).id];
  for (const one of [kept, id]) done(await decidePayment('approvePayment', loan, one));
  const isOfThem = (text: string) => /receipt|taken back/.test(text);
  const body = { reason: 'The cheque bounced' };
  done(await world.call('PATCH', `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`, { as: other, body }));
  await runJobs(world);
  expect((await sentTo(loan.owner)).filter(isOfThem)).toEqual([]);
  world.now = new Date('2026-02-03T02:30:00.000Z');
  await runJobs(world);
  expect((await sentTo(loan.owner)).filter(isOfThem)).toEqual([
    expect.stringMatching(/^ROI has taken back your payment of \$12\.50/),
    expect.stringMatching(/^sms Sathi: Confirmed: receipt /),
    expect.stringMatching(/^sms Sathi: ROI has taken back your payment of \$12\.50/),
  ]);
  world.now = NOW;
});
