import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, repay, withdraw, moveWithdrawal } = useLoans(world);

async function calendar(loan: { readonly id: string }, as: Person, language = 'en') {
  const headers = { 'accept-language': language, authorization: `Bearer ${as.token}` };
  const url = `/api/borrow/calendar.ics?proposalId=${loan.id}`;
  const response = await world.app.inject({ method: 'GET', url, headers });
  const events = response.body.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1);
  const read = (name: string) => events.map((event) => new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(event)?.[1]?.trim());
  return { response, read };
}

test('a borrower gets the due days of the plan, and a paid month is over', async () => {
  const loan = await newLoan({ status: 5 });
  await repay(loan, 10);
  const { response, read } = await calendar(loan, loan.owner);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(response.headers['content-disposition']).toBe(`attachment; filename="sathi-${loan.id}.ics"`);
  expect(read('DTSTART')).toHaveLength(12);
  expect(read('DTSTART').slice(0, 2)).toEqual(['20260228', '20260331']);
  expect(read('STATUS').slice(0, 3)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
  // 1.67 of the second month is paid already.
  expect(read('SUMMARY').slice(0, 2)).toEqual(['Pay $8.33: A sewing machine', 'Pay $6.66: A sewing machine']);
});

test('when the plan moves, the same days move in the calendar', async () => {
  const loan = await newLoan({ status: 5 });
  const before = await calendar(loan, loan.owner);
  const { id } = done(await withdraw(loan));
  moveClock(world, 10 * 86_400);
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TRX1' }));
  const after = await calendar(loan, loan.owner);
  expect(after.read('UID')).toEqual(before.read('UID'));
  expect(after.read('DTSTART')).not.toEqual(before.read('DTSTART'));
  expect(Number(after.read('SEQUENCE')[0])).toBeGreaterThan(Number(before.read('SEQUENCE')[0]));
});

test('a backer reads what is expected, in their language, and is not rung', async () => {
  const loan = await newLoan({ status: 5 });
  const { response, read } = await calendar(loan, loan.backers[0] as Person, 'bn');
  expect(read('SUMMARY')[0]).toBe('$8.33 আসার কথা: A sewing machine');
  expect(response.body).not.toContain('VALARM');
});
