import { afterEach, expect, test } from 'vitest';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { confirmSilentWithdrawals } from '../withdrawals/withdrawals.service.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, pay, repay, decidePayment } = useLoans(world);

afterEach(() => {
  world.now = NOW;
});

const later = () => {
  world.now = new Date(world.now.getTime() + 60_000);
};

type Entry = { kind: string; actorName: string | null; amount: number | null; note: string | null };

const page = async (loan: Loan, as: Person, query = '') =>
  (await world.call('GET', `/api/borrow/history?proposalId=${loan.id}${query}`, { as })).body;
const listed = async (loan: Loan): Promise<unknown[]> => {
  const { data } = await page(loan, loan.officer);
  return data.map(({ kind, actorName, amount, note }: Entry) => [kind, actorName, amount, note]);
};

test('names the people who entered, rejected and approved a payment, for owner and staff', async () => {
  const loan = await newLoan({ status: 5 });
  later();
  const first = done(await pay(loan, 30, { as: loan.officer }));
  const colleague = await world.newPerson({ firstName: 'Selim', staffOf: [ROI] });
  later();
  done(await decidePayment('rejectPayment', loan, first.id, { as: colleague }));
  later();
  const second = done(await pay(loan, 25.5));
  later();
  done(await decidePayment('approvePayment', loan, second.id));
  expect((await listed(loan)).slice(0, 4)).toEqual([
    ['payment_approved', 'Officer Rahman', 25.5, null],
    ['payment_entered', 'Rahima Khatun', 25.5, null],
    ['payment_rejected', 'Selim Rahman', 30, 'No money came'],
    ['payment_entered', 'Officer Rahman', 30, null],
  ]);
  expect((await page(loan, loan.owner)).data).toEqual((await page(loan, loan.officer)).data);
});

test('names the people who asked for a withdrawal, turned it down, sent it, gave it up and received it', async () => {
  const loan = await newLoan({ status: 5 });
  const move = async (id: string, as: Person, body: object) => {
    later();
    done(await moveWithdrawal(id, as, body));
  };
  const ask = async () => {
    later();
    return done(await withdraw(loan)).id;
  };
  await move(await ask(), loan.officer, { state: 'rejected', reason: 'Come with your card' });
  const lost = await ask();
  await move(lost, loan.officer, { state: 'sent', reference: 'TX-1' });
  await move(lost, loan.officer, { state: 'failed', reason: 'Account closed' });
  const sent = await ask();
  await move(sent, loan.officer, { state: 'sent', reference: 'TX-2' });
  await move(sent, loan.owner, { state: 'confirmed' });
  const [officer, owner] = ['Officer Rahman', 'Rahima Khatun'];
  const money = (await listed(loan)).filter((entry) => String((entry as unknown[])[0]).startsWith('withdrawal'));
  expect(money).toEqual([
    ['withdrawal_confirmed', owner, 100, null],
    ['withdrawal_sent', officer, 100, 'TX-2'],
    ['withdrawal_requested', owner, 100, null],
    ['withdrawal_failed', officer, 100, 'Account closed'],
    ['withdrawal_sent', officer, 100, 'TX-1'],
    ['withdrawal_requested', owner, 100, null],
    ['withdrawal_rejected', officer, 100, 'Come with your card'],
    ['withdrawal_requested', owner, 100, null],
  ]);
});

test('T14: of two payments that are taken back at once the history shows one that opened the loan again', async () => {
  const loan = await newLoan({ status: 5 });
  const ids = [await repay(loan, 60), await repay(loan, 40)];
  const colleague = await world.newPerson({ staffOf: [ROI] });
  for (const id of ids) {
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${id}`;
    done(await world.call('PATCH', path, { as: colleague, body: { reason: 'It bounced' } }));
  }
  const { data } = await page(loan, loan.officer);
  const taken = data.filter(({ kind }: Entry) => kind === 'payment_reversed');
  expect(
    taken.map(({ fromStatus, toStatus }: { fromStatus: number; toStatus: number }) => [fromStatus, toStatus]),
  ).toEqual([
    [null, null],
    [6, 5],
  ]);
});

test('R4.2: an event that came by itself has no actor', async () => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-3' }));
  world.now = new Date(NOW.getTime() + 8 * 86_400_000);
  await confirmSilentWithdrawals(world.db, world.now);
  expect((await listed(loan))[0]).toEqual(['withdrawal_confirmed', null, 100, null]);
});

test('its pages meet where all events happened in one instant', async () => {
  const loan = await newLoan({ status: 5 });
  for (const amount of [10, 20]) done(await pay(loan, amount));
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-4' }));
  const whole = (await page(loan, loan.owner)).data;
  const seen: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { data, nextCursor } = await page(loan, loan.owner, `&limit=1&cursor=${cursor}`);
    seen.push(...data);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  expect(seen).toEqual(whole);
  expect(new Set(whole.map((event: { id: string }) => event.id)).size).toBe(whole.length);
  expect(whole).toHaveLength(8);
});
