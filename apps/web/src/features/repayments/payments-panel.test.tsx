import { expect, test } from 'vitest';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { PaymentsPanel } from './payments-panel.tsx';

type Payment = DataOf<'listPayments'>[number];

const pending: Payment = {
  id: '4',
  proposalId: '169',
  amount: 8.33,
  date: '2026-11-21T10:00:00.000Z',
  isApproved: false,
  state: 'pending',
  purpose: 'repayment',
  reason: null,
  decidedAt: null,
};
const decided = { ...pending, proposal: { status: 5 as const, outstandingAmount: 66.67 } };
const asStaff: ProposalDetails = { ...FUNDED, allowedActions: ['decidePayment'] };

const show = (proposal: ProposalDetails) =>
  renderPage(<PaymentsPanel proposal={proposal} />, { path: '/App/proposal' });

test('specification 2: approving asks first, in the words of the specification', async () => {
  let state: Payment['state'] = 'pending';
  const asked: unknown[] = [];
  fake('listPayments', () => [{ ...pending, state }]);
  fake('approvePayment', ({ query }) => {
    asked.push(query);
    state = 'approved';
    return { ...decided, state: 'approved', isApproved: true };
  });
  const screen = await show(asStaff);
  await screen.getByRole('button', { name: 'Approve the payment of $8.33 of 21/11/2026' }).click();
  await expect.element(screen.getByText('Are you sure you want to approve this payment?')).toBeVisible();
  expect(asked).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect.element(screen.getByRole('table').getByText('Approved')).toBeVisible();
  expect(asked).toEqual([{ proposalId: '169', id: '4' }]);
});

test('R10.3: whoever comes second is told so, and the question closes', async () => {
  fake('listPayments', () => [pending]);
  fake('approvePayment', () => ({ refusal: 'already_approved', detail: 'already approved' }));
  const screen = await show(asStaff);
  await screen.getByRole('button', { name: /^Approve the payment/ }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect.element(screen.getByText('Payment is already Approved')).toBeVisible();
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(0);
});

test('R10.1: rejecting needs a reason', async () => {
  const bodies: unknown[] = [];
  fake('listPayments', () => [pending]);
  fake('rejectPayment', ({ body }) => {
    bodies.push(body);
    return { ...decided, state: 'rejected' };
  });
  const screen = await show(asStaff);
  await screen.getByRole('button', { name: /^Reject the payment/ }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('required');
  expect(bodies).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No slip with this number.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => bodies).toEqual([{ reason: 'No slip with this number.' }]);
});

test('people who may not decide see the states only', async () => {
  fake('listPayments', () => [pending, { ...pending, id: '3', state: 'rejected', reason: 'No slip' }]);
  const screen = await show(FUNDED);
  await expect.element(screen.getByText('Because: No slip')).toBeVisible();
  expect(screen.getByRole('table').getByRole('button').elements()).toHaveLength(0);
});

test('a long list goes on', async () => {
  fake('listPayments', ({ query }) =>
    query.cursor === 'next' ? [{ ...pending, id: '1' }] : pageOf<'listPayments'>([pending], 'next'),
  );
  const screen = await show(FUNDED);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(3);
});
