import { beforeEach, expect, test, vi } from 'vitest';
import type { ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import RepayDialog from './repay-dialog.tsx';

beforeEach(() => fake('findProposal', () => FUNDED));

async function open(proposal: ProposalDetails = FUNDED) {
  const onClose = vi.fn();
  const screen = await renderPage(<RepayDialog proposal={proposal} onClose={onClose} />, { path: '/App/Home' });
  const amount = screen.getByRole('textbox', { name: 'Amount paid' });
  return { screen, onClose, amount, review: () => screen.getByRole('button', { name: 'Review' }).click() };
}

test('R10.1, R10.2: says what waits, reviews, and enters the payment for the owner of the loan', async () => {
  const sent: unknown[] = [];
  fake('enterPayment', ({ body }) => {
    sent.push(body);
    return {
      id: '4',
      proposalId: '169',
      amount: 12.5,
      date: '2026-11-21T10:00:00.000Z',
      isApproved: false,
      state: 'pending',
      purpose: 'repayment',
      reason: null,
      decidedAt: null,
    };
  });
  const { screen, onClose, amount, review } = await open();
  await expect.element(screen.getByText('Waiting for approval: $10')).toBeVisible();
  await amount.fill('12.50');
  await review();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Repay $12.50' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([{ userId: '7', proposalId: '169', amount: 12.5 }]);
});

test('the next month and everything are at hand, less what waits for approval', async () => {
  const { screen, amount } = await open();
  await screen.getByRole('button', { name: 'Next instalment, $15' }).click();
  await expect.element(amount).toHaveValue('15');
  await screen.getByRole('button', { name: 'Everything, $65' }).click();
  await expect.element(amount).toHaveValue('65');
});

test('specification 5: an amount of 0 is ignored', async () => {
  const { screen, amount, review } = await open();
  await amount.fill('0');
  await review();
  await expect.element(amount).toBeVisible();
  expect(screen.getByRole('alert').elements()).toHaveLength(0);
});

test('R10.2: more than outstanding less pending is refused with the most that is possible', async () => {
  const { screen, amount, review } = await open();
  await amount.fill('65.01');
  await review();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('At most $65 can be paid now.');
});

test('R10.2: when the server knows of a smaller maximum, it is shown and the typed amount is kept', async () => {
  fake('enterPayment', () => ({ refusal: 'amount_above_outstanding', maximumAmount: 40 }));
  const { screen, amount, review } = await open();
  await amount.fill('65');
  await review();
  await screen.getByRole('button', { name: 'Repay $65' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('At most $40 can be paid now.');
  await expect.element(amount).toHaveValue('65');
});
