import { expect, test, vi } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import WithdrawDialog from './withdraw-dialog.tsx';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

type Withdrawal = DataOf<'listWithdrawals'>[number];

const requested: Withdrawal = {
  id: '8',
  proposalId: '169',
  amount: 100,
  state: 'requested',
  method: 'bank',
  accountName: 'Rahima Begum',
  accountNumber: '••••4321',
  bankName: 'Grameen',
  branch: null,
  reference: null,
  reason: null,
  requestedAt: '2026-11-20T10:00:00.000Z',
  sentAt: null,
  confirmedAt: null,
};

const at = { path: '/App/proposal' };

test('R4.1: asks for the whole amount, with the account reviewed first', async () => {
  const sent: unknown[] = [];
  fake('requestWithdrawal', ({ body }) => {
    sent.push(body);
    return requested;
  });
  const onClose = vi.fn();
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={onClose} />, at);
  await screen.getByRole('button', { name: 'Review' }).click();
  expect(screen.getByRole('alert').elements()).toHaveLength(3);
  await screen.getByRole('textbox', { name: 'Name on the account' }).fill('Rahima Begum');
  await screen.getByRole('textbox', { name: 'Account number' }).fill('10004321');
  await screen.getByRole('textbox', { name: 'Bank' }).fill('Grameen');
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('group', { name: 'Please check' })).toMatchTextContent(/10004321/);
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Ask for $100' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      proposalId: '169',
      method: 'bank',
      accountName: 'Rahima Begum',
      accountNumber: '10004321',
      bankName: 'Grameen',
      branch: null,
    },
  ]);
});

test('R4.2: staff mark a request as sent, with a reference', async () => {
  const asked: unknown[] = [];
  fake('listWithdrawals', () => [requested]);
  fake('updateWithdrawal', ({ query, body }) => {
    asked.push([query, body]);
    return { ...requested, state: 'sent' };
  });
  const proposal = { ...FUNDED, allowedActions: ['decideWithdrawal' as const] };
  const screen = await renderPage(<WithdrawalsPanel proposal={proposal} isOwner={false} />, at);
  await screen.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('required');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('TX-77');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.poll(() => asked).toEqual([[{ id: '8' }, { state: 'sent', reference: 'TX-77' }]]);
});

test('R4.2: the owner says that the money has arrived', async () => {
  const asked: unknown[] = [];
  fake('listWithdrawals', () => [{ ...requested, state: 'sent', sentAt: '2026-11-21T08:00:00.000Z' }]);
  fake('updateWithdrawal', ({ body }) => {
    asked.push(body);
    return { ...requested, state: 'confirmed' };
  });
  const screen = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  await screen.getByRole('button', { name: 'I have the money' }).click();
  await expect.element(screen.getByText('Have you received the $100 USD?')).toBeVisible();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'I have the money' }).click();
  await expect.poll(() => asked).toEqual([{ state: 'confirmed' }]);
});

test('R4.2: a failed withdrawal says why, and that it can be asked for again', async () => {
  fake('listWithdrawals', () => [{ ...requested, state: 'failed', reason: 'account closed' }]);
  const screen = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The money did not arrive: account closed. It can be asked for again.');
});
