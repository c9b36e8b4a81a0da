import { beforeEach, expect, test, vi } from 'vitest';
import type { ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { svg } from '../../test/pay-ins.ts';
import { HOW_TO_PAY, PENDING_PAYMENT } from '../../test/payments.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { LateBadge } from './next-instalment.tsx';
import { NextPayment } from './next-payment.tsx';
import { RepaymentPlan } from './repayment-plan.tsx';

const at = { path: '/App/proposal' };
const DAY_MS = 86_400_000;
const show = (proposal: ProposalDetails) => renderPage(<RepaymentPlan proposal={proposal} />, at);
const showNext = (proposal: ProposalDetails) =>
  renderPage(<NextPayment proposal={proposal} actions={<button type="button">Repay</button>} />, at);

beforeEach(() => fake('findMfi', () => ROI));

const payment = PENDING_PAYMENT;

test('every month is a dot with its day, amount and state in words, and a waiting payment is on the oldest (R8.3)', async () => {
  const screen = await show({ ...FUNDED, pendingAmount: 25 });
  const dots = screen.getByRole('list', { name: '1 of 4 months paid' });
  await expect.element(dots).toBeVisible();
  expect([...dots.element().children].map((dot) => dot.textContent)).toEqual([
    '15/09/2026 · $25 · Paid',
    '15/10/2026 · $25 · Waiting for approval',
    '15/11/2026 · $25 · Due',
    '15/12/2026 · $25 · To come',
  ]);
  const legend = screen.getByRole('list', { name: 'What the dots mean' });
  await expect.element(legend).toHaveTextContent('PaidWaiting for approvalDueTo come');
  await screen.getByText('Show all 4 payments').click();
  const rows = screen
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  expect(rows.slice(1)).toEqual([
    '115/09/2026$25$25Paid',
    '215/10/2026$25$0Waiting for approval',
    '315/11/2026$25$0Due',
    '415/12/2026$25$0To come',
  ]);
});

test('a month of a loan in local money is told in it (R23.7)', async () => {
  const local = { currency: 'INR', amount: '8500.00', rate: '85', rateOn: '2026-09-01' } as const;
  const schedule = FUNDED.schedule.map((month) => ({ ...month, local: { amount: '2125.00', paid: '0.00' } }));
  const screen = await show({ ...FUNDED, schedule, local });
  const dots = screen.getByRole('list', { name: '1 of 4 months paid' });
  await expect.element(dots.getByText(/^15\/11\/2026 · INR 2,125.00 \(\$25\) · /)).toBeInTheDocument();
});

test('R10.7: a late instalment shows its days, as the server counts them', async () => {
  const screen = await show(FUNDED);
  await expect.element(screen.getByText('Next payment: $15, 37 days late · 15/10/2026')).toBeVisible();
});

test('R10.7: days, day and amount are those of one month, though a waiting payment covers an older late one', async () => {
  const months = FUNDED.schedule.map((month) => (month.number === 3 ? { ...month, state: 'late' as const } : month));
  const screen = await show({ ...FUNDED, schedule: months, daysLate: 37, pendingAmount: 25 });
  await expect.element(screen.getByText('Next payment: $25, 6 days late · 15/11/2026')).toBeVisible();
});

test('the borrower reads the amount and the day as people count it, then the last payment with its state', async () => {
  fake('listPayments', () => [payment]);
  const dueOn = new Date(Date.now() + 28 * DAY_MS).toISOString().slice(0, 10);
  const schedule = FUNDED.schedule.slice(2).map((month) => ({ ...month, dueOn }));
  const screen = await showNext({ ...FUNDED, schedule, repaymentState: 'current', daysLate: 0 });
  await expect.element(screen.getByText('$15', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^in 4 weeks · \d+ \w+$/)).toBeVisible();
  await expect.element(screen.getByText('$10 paid, waiting for ROI since 21/11/2026')).toBeVisible();
});

test('a payment that was approved keeps both its days: when it was paid, and when it was decided', async () => {
  fake('listPayments', () => [
    { ...payment, state: 'approved' as const, isApproved: true, decidedAt: '2026-11-24T10:00:00.000Z' },
  ]);
  const screen = await showNext({ ...FUNDED, pendingAmount: 0 });
  await expect.element(screen.getByText('Last payment: $10 on 21/11/2026')).toBeVisible();
  await expect.element(screen.getByText('Approved', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('24/11/2026')).toBeVisible();
});

test('the last payment has its receipt beside it, in the money it was paid in (R22.7, R23.7)', async () => {
  const receipt = { number: 'DCBS-P-4', code: '0123456789', url: 'https://sathi.test/r/0123456789' };
  const local = { amount: '850.00', currency: 'INR' as const };
  const approved = { state: 'approved' as const, isApproved: true, decidedAt: '2026-11-24T10:00:00.000Z' };
  fake('listPayments', () => [{ ...payment, ...approved, receipt, local }]);
  const screen = await showNext({ ...FUNDED, pendingAmount: 0 });
  await expect.element(screen.getByText('Last payment: INR 850.00 ($10) on 21/11/2026')).toBeVisible();
  await screen.getByRole('button', { name: 'Receipt DCBS-P-4' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('link', { name: '0123456789' })).toBeVisible();
});

test('cash in a till is waiting, and has its receipt already (R22.6, R22.7)', async () => {
  const receipt = { number: 'DCBS-2041-017', code: '0123456789', url: 'https://sathi.test/r/0123456789' };
  fake('listPayments', () => [{ ...payment, receipt }]);
  const screen = await showNext({ ...FUNDED, paymentWaiting: { amount: 10, since: '2026-11-21' } });
  await expect.element(screen.getByText('$10 paid, waiting for ROI since 21/11/2026')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Receipt DCBS-2041-017' })).toBeVisible();
});

test('a borrower whose months are all paid or waiting is asked for nothing', async () => {
  fake('listPayments', () => [payment]);
  const screen = await showNext({ ...FUNDED, pendingAmount: 75 });
  await expect.element(screen.getByText('Everything that is left is waiting for approval.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your next payment' }).elements()).toEqual([]);
});

test('R22.2: money that is with the office for less than a week is said in place of late', async () => {
  fake('listPayments', () => [payment]);
  const screen = await showNext({ ...FUNDED, paymentWaiting: { amount: 10, since: '2026-11-20' } });
  await expect.element(screen.getByText('$10 paid, waiting for ROI since 20/11/2026')).toBeVisible();
  await expect.element(screen.getByText('$15', { exact: true })).toBeVisible();
  expect(screen.getByText(/late/).elements()).toEqual([]);
});

test('R22.2: a payment that has waited for a week is late again to who is told so, and waiting to others', async () => {
  const late = { ...FUNDED, repaymentState: 'late' as const, daysLate: 9, pendingAmount: 75 };
  const waiting = { amount: 75, since: '2026-11-20' };
  const loanReference = 'RF0820004217';
  const badge = async (told: Pick<ProposalDetails, 'loanReference' | 'paymentWaiting'>) =>
    (await renderPage(<LateBadge proposal={{ ...late, ...told }} />, at)).getByText(/late|Waiting/);
  await expect.element(await badge({ loanReference, paymentWaiting: null })).toHaveTextContent('9 days late');
  const told = await badge({ loanReference, paymentWaiting: waiting });
  await expect.element(told.last()).toHaveTextContent('Waiting for approval: $75');
  const stranger = await badge({ loanReference: null, paymentWaiting: null });
  await expect.element(stranger.last()).toHaveTextContent('Waiting for approval: $75');
});

test('money that waits is told as it was paid, local first (R22.2, R23.7)', async () => {
  fake('listPayments', () => [{ ...payment, local: { amount: '850.00', currency: 'INR' as const } }]);
  const screen = await showNext({ ...FUNDED, paymentWaiting: { amount: 10, since: '2026-11-20' } });
  await expect.element(screen.getByText('INR 850.00 ($10) paid, waiting for ROI since 20/11/2026')).toBeVisible();
});

test('the borrower reads the number of the loan and each way to pay, and copies them', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const till = { accountId: '12', kind: 'mobile_wallet', currency: 'INR', number: '98300', amount: '1282.50' } as const;
  const [bank] = HOW_TO_PAY.channels as [(typeof HOW_TO_PAY.channels)[number]];
  fake('readRepaymentCode', svg);
  fake('findHowToPay', () => ({ ...HOW_TO_PAY, channels: [bank, { ...bank, ...till, lines: [] }] }));
  fake('listPayments', () => []);
  const screen = await showNext({ ...FUNDED, loanReference: 'RF0820004217' });
  const how = screen.getByRole('region', { name: 'How to pay' });
  await expect.element(how.getByText('RF08 2000 4217', { exact: true })).toBeVisible();
  await how.getByRole('button', { name: 'Copy the reference' }).click();
  expect(copied).toHaveBeenLastCalledWith('RF0820004217');
  await expect.element(how.getByText('Write RF08 2000 4217 as the description.')).toBeVisible();
  await how.getByRole('tab', { name: 'Mobile wallet' }).click();
  await expect.element(how.getByText('INR 1,282.50')).toBeVisible();
  await expect.element(how.getByRole('img', { name: /QR code to pay .* with the reference RF08/ })).toBeVisible();
});

test.each([
  ['sms', 'We reminded you by SMS on 20/11/2026'],
  ['mail', 'We reminded you by e-mail on 20/11/2026'],
  ['bell', 'We reminded you here on 20/11/2026'],
] as const)('R27.4: the borrower reads when they were reminded last, and how: %s', async (way, words) => {
  const earlier = { at: '2026-11-17T06:00:00.000Z', way: 'sms' } as const;
  fake('findHowToPay', () => ({
    ...HOW_TO_PAY,
    channels: [],
    reminders: [{ at: '2026-11-20T06:00:00.000Z', way }, earlier],
  }));
  fake('listPayments', () => []);
  const screen = await showNext({ ...FUNDED, loanReference: 'RF0820004217' });
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(screen.getByText(/17\/11\/2026/).elements()).toEqual([]);
});
