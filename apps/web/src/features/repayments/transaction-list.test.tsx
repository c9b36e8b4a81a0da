import { expect, test } from 'vitest';
import { fake } from '../../test/fake-endpoint.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { TransactionList } from './transaction-list.tsx';

test('a borrower reads what moved from their side, and a waiting payment as no movement', async () => {
  const row = { date: '2026-09-17T10:00:00.000Z', amount: 30, local: null };
  fake('listTransactions', () => [
    { ...row, id: '3', purpose: 'repayment', direction: 'out' },
    { ...row, id: '2', purpose: 'withdrawal', direction: 'in' },
    { ...row, id: '1', purpose: 'backing', direction: 'in' },
  ]);
  const screen = await renderPage(<TransactionList proposal={FUNDED} isOwner />, { path: '/App/proposal' });
  await expect.element(screen.getByText('Waiting for approval: $10')).toBeVisible();
  const rows = () => screen.getByRole('row').elements().slice(1);
  await expect
    .poll(() => rows().map((element) => element.textContent))
    .toEqual([
      'Repayment$3017/09/2026Went out',
      'Withdrawal sent$3017/09/2026Came in',
      'Backing$3017/09/2026Into the loan',
    ]);
});

test('the borrower of a loan in local money reads repayments and what waits in it first (R23.7)', async () => {
  const rupees = (amount: string) => ({ amount, currency: 'INR' as const });
  const row = { date: '2026-09-17T10:00:00.000Z', amount: 30 };
  fake('listTransactions', () => [
    { ...row, id: '3', purpose: 'repayment', direction: 'out', local: rupees('2500.00') },
    { ...row, id: '1', purpose: 'backing', direction: 'in', local: null },
  ]);
  const loan = { ...FUNDED, localPending: rupees('833.50') };
  const screen = await renderPage(<TransactionList proposal={loan} isOwner />, { path: '/App/proposal' });
  await expect.element(screen.getByText('Waiting for approval: INR 833.50 ($10)')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Repayment/ })).toMatchTextContent(/INR 2,500\.00 \(\$30\)/);
  await expect.element(screen.getByRole('row', { name: /Backing/ })).toMatchTextContent(/^Backing\$30/);
});
