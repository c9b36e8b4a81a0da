import type { WithdrawalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { sealAsBefore } from '../../test/sealed-before.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { destinationKeys, openDestination } from './destinations.ts';
import { findWithdrawal, type WithdrawalRow } from './withdrawals.repository.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, balance } = useLoans(world);

const SENT = { state: 'sent', reference: 'TRX-1' };
const keys = () => destinationKeys(world.outside.secret);
const list = (loan: Loan) => world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as: loan.officer });

async function asked(body: object = {}): Promise<{ loan: Loan; row: WithdrawalRow }> {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan, { body }));
  return { loan, row: await rowOf(Number(id) as WithdrawalId) };
}

async function rowOf(id: WithdrawalId): Promise<WithdrawalRow> {
  return (await findWithdrawal(world.db, id)) as WithdrawalRow;
}

async function put(id: WithdrawalId, values: Partial<WithdrawalRow>): Promise<void> {
  await world.db.updateTable('withdrawals').set(values).where('id', '=', id).execute();
}

test('R25.2: a destination opens whole for its own withdrawal', async () => {
  const { row } = await asked({ accountName: 'Rahima', accountNumber: '1234567890', bankName: 'Janata' });
  expect(openDestination(keys(), row)).toEqual({
    accountName: 'Rahima',
    accountNumber: '1234567890',
    bankName: 'Janata',
    branch: null,
  });
});

test('a destination copied from another withdrawal is neither shown nor sent to (finding 20)', async () => {
  const thief = await asked({ accountName: 'The Thief', accountNumber: '6666666666' });
  const honest = await asked({ accountName: 'Rahima' });
  const { sealedDestination, accountLast4 } = thief.row;
  await put(honest.row.id, { sealedDestination, accountLast4 });

  const shown = await list(honest.loan);
  expect(shown.status).toBe(500);
  expect(JSON.stringify(shown.body)).not.toContain('Thief');
  expect((await moveWithdrawal(String(honest.row.id), honest.loan.officer, SENT)).status).toBe(500);
  // Books that somebody has changed are a fault, which no document promises.
  expect(world.departures.splice(0)).toHaveLength(2);
  expect((await rowOf(honest.row.id)).state).toBe('requested');
  expect(await balance('escrow', { loan: honest.loan })).toBe(10_000);
});

test.each([
  ['the sum', { amountCents: 99_900 }],
  ['the last four characters', { accountLast4: '6666' }],
] as const)('a destination does not open when %s was changed beside it', async (_, values) => {
  const { row } = await asked();
  await put(row.id, values as Partial<WithdrawalRow>);
  const changed = await rowOf(row.id);
  expect(() => openDestination(keys(), changed)).toThrow(/authenticate data|last four/);
  await put(row.id, { amountCents: row.amountCents, accountLast4: row.accountLast4 });
});

test('a destination that the last release sealed is still shown and sent to', async () => {
  const { loan, row } = await asked();
  const destination = JSON.stringify(openDestination(keys(), row));
  const sealedDestination = sealAsBefore(keys()[0].secret, Buffer.from(destination));
  await put(row.id, { sealedDestination });
  expect(done(await list(loan))[0]).toMatchObject({ accountName: 'Rahima', accountNumber: '••••7890' });
  expect(done(await moveWithdrawal(String(row.id), loan.officer, SENT))).toMatchObject({ state: 'sent' });
});
