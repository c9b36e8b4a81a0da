import { expect, test } from 'vitest';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { PENDING_PAYMENT } from '../../test/payments.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { PaymentList } from './payment-list.tsx';

type Payment = DataOf<'listPayments'>[number];

const pending: Payment = { ...PENDING_PAYMENT, amount: 8.33 };
const decided = { ...pending, proposal: { status: 5 as const, outstandingAmount: 66.67 } };
const asStaff: ProposalDetails = { ...FUNDED, allowedActions: ['decidePayment'] };

const show = (proposal: ProposalDetails) => renderPage(<PaymentList proposal={proposal} />, { path: '/App/proposal' });

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
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('table').getByText('Approved')).toBeVisible();
  expect(asked).toEqual([{ proposalId: '169', id: '4' }]);
});

test('R10.3: the second officer is told that it is decided, and the question closes', async () => {
  fake('listPayments', () => [pending]);
  fake('approvePayment', () => ({ refusal: 'already_approved', detail: 'already approved' }));
  const screen = await show(asStaff);
  await screen.getByRole('button', { name: /^Approve the payment/ }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Payment is already Approved')).toBeVisible();
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(0);
});

test('why a payment was not approved or taken back stands beside its buttons', async () => {
  fake('listPayments', () => [{ ...pending, mayTakeBack: true }]);
  fake('approvePayment', () => BROKEN);
  fake('takeBackPayment', () => ({ refusal: 'changed_meanwhile' }));
  const screen = await show(asStaff);
  for (const [name, words] of [
    [/^Approve the payment/, /No answer came/],
    [/^Take back the payment/, /./],
  ] as const) {
    await screen.getByRole('button', { name }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
    await expect.element(screen.getByRole('table').getByRole('alert').filter({ hasText: words }).first()).toBeVisible();
  }
  await expect.poll(() => screen.getByRole('table').getByRole('alert').elements().length).toBe(2);
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

test('R10.1: who entered a payment that waits takes it back after a question, and it is not called rejected', async () => {
  const asked: unknown[] = [];
  let payment: Payment = { ...pending, mayTakeBack: true };
  fake('listPayments', () => [payment]);
  fake('takeBackPayment', ({ query }) => {
    asked.push(query);
    payment = { ...pending, state: 'rejected', reason: 'withdrawn' };
    return { ...decided, ...payment };
  });
  const screen = await show(FUNDED);
  await screen.getByRole('button', { name: 'Take back the payment of $8.33 of 21/11/2026' }).click();
  expect(asked).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('table').getByText('Taken back')).toBeVisible();
  expect(asked).toEqual([{ proposalId: '169', id: '4' }]);
  expect(screen.getByText(/withdrawn/).elements()).toHaveLength(0);
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

test('staff read how a payment was made, and open its slip (R22.1, R22.3)', async () => {
  fake('listPayments', () => [
    { ...pending, channel: 'mobile_wallet', reference: '9K7X2', slip: 'slips/169-abc.webp' },
  ]);
  fake('readSlip', () => new Response(new Blob([''], { type: 'image/webp' })));
  const screen = await show(asStaff);
  await expect.element(screen.getByRole('table').getByText('9K7X2')).toBeVisible();
  await screen.getByRole('button', { name: 'The slip of $8.33 of 21/11/2026' }).click();
  await expect.element(screen.getByRole('img', { name: /^The slip/ })).toBeInTheDocument();
});

test('an approved payment is taken back with a reason, by staff and for sixty days (R22.8)', async () => {
  const approved = { ...pending, state: 'approved' as const, isApproved: true };
  const [young, old] = [5, 61].map((days) => new Date(Date.now() - days * 86_400_000).toISOString()) as [
    string,
    string,
  ];
  const asked: unknown[] = [];
  fake('listPayments', () => [
    { ...approved, decidedAt: young },
    { ...approved, id: '3', amount: 9, decidedAt: old },
  ]);
  fake('reversePayment', ({ query, body }) => {
    asked.push(query, body);
    return { state: 'reversed', status: 5, outstandingAmount: 75, belowZero: [] };
  });
  const screen = await show({ ...FUNDED, allowedActions: ['reversePayment'] });
  await screen.getByRole('button', { name: 'Take back the payment of $8.33 of 21/11/2026' }).click();
  expect(screen.getByRole('button', { name: /payment of \$9/ }).elements()).toEqual([]);
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The cheque bounced.');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => asked).toEqual([{ proposalId: '169', id: '4' }, { reason: 'The cheque bounced.' }]);
});
