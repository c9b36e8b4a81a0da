import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeVoice } from '../../test/fake-voice.ts';
import { HOW_TO_PAY, PENDING_PAYMENT } from '../../test/payments.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { RepayDialog } from './repay-dialog.tsx';

beforeEach(() => fake('findProposal', () => FUNDED));
afterEach(() => vi.restoreAllMocks());

async function open(proposal: ProposalDetails = FUNDED) {
  const onClose = vi.fn();
  const screen = await renderPage(<RepayDialog proposal={proposal} onClose={onClose} />, { path: '/App/Home' });
  const amount = screen.getByRole('textbox', { name: 'Amount paid' });
  return { screen, onClose, amount, review: () => screen.getByRole('button', { name: 'Review' }).click() };
}

test('R10.1, R10.2: names the waiting sum, reviews, and enters the payment for the owner of the loan', async () => {
  const sent: unknown[] = [];
  fake('enterPayment', ({ body }) => {
    sent.push(body);
    return { ...PENDING_PAYMENT, amount: 12.5 };
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

test('both steps of a repayment can be heard, with how it was paid', async () => {
  const said = fakeVoice();
  const { screen, amount, review } = await open();
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said).toEqual(expect.arrayContaining(['Amount paid', 'How did you pay?', 'A photo of the slip']));
  await amount.fill('10');
  await review();
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said).toContain('Loan: Sewing machine');
});

test('the next month and the whole rest are at hand, less the payments that wait for approval', async () => {
  const { screen, amount } = await open();
  await screen.getByRole('button', { name: 'Next instalment, $15' }).click();
  await expect.element(amount).toHaveValue('15');
  await screen.getByRole('button', { name: 'Everything, $65' }).click();
  await expect.element(amount).toHaveValue('65');
  const chosen = () => screen.getByRole('button', { pressed: true }).elements();
  expect(chosen().map((button) => button.textContent)).toEqual(['Everything, $65']);
  await amount.fill('64');
  expect(chosen()).toEqual([]);
});

test('specification 5: an amount of 0 is ignored, and the hint asks for one', async () => {
  const { screen, amount, review } = await open();
  await amount.fill('0');
  await expect.element(screen.getByText('Enter how much was paid.')).toBeVisible();
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

test('R22.1: way, day and number of the transfer go along, with the only account of that kind', async () => {
  const sent: unknown[] = [];
  fake('findProposal', () => ({ ...FUNDED, loanReference: 'RF0820004217' }));
  fake('findHowToPay', () => HOW_TO_PAY);
  fake('enterPayment', ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? { refusal: 'reference_used' } : PENDING_PAYMENT;
  });
  const { screen, onClose, amount, review } = await open();
  await amount.fill('15');
  await screen.getByLabelText(/^How did you pay/).selectOptions('Bank account');
  await screen.getByLabelText('When?').fill('2026-08-14');
  await review();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A day since the money was released, until today.');
  await screen.getByLabelText('When?').fill('2026-11-20');
  await screen.getByLabelText(/^Your number of the transfer/).fill('TX 9K7');
  await review();
  await expect.element(screen.getByText('TX 9K7')).toBeVisible();
  await screen.getByRole('button', { name: 'Repay $15' }).click();
  const how = { channel: 'bank', accountId: '11', paidOn: '2026-11-20', reference: 'TX 9K7' };
  await expect.poll(() => sent).toEqual([{ userId: '7', proposalId: '169', amount: 15, ...how }]);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This transaction number has been used already. Please check it.');
  await screen.getByLabelText(/^Your number of the transfer/).fill('TX 9K8');
  await review();
  await screen.getByRole('button', { name: 'Repay $15' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('a loan in local money is repaid in it, to an account of that money (R23.7)', async () => {
  const local = { currency: 'BDT', amount: '12235.00', rate: '122.35', rateOn: '2026-01-25' } as const;
  const loan = {
    ...FUNDED,
    local,
    localOutstanding: { amount: '9185.00', currency: 'BDT' as const },
    pendingAmount: 0,
  };
  const inLoan = { ...loan, loanReference: 'RF0820004217' };
  const [bank] = HOW_TO_PAY.channels as [(typeof HOW_TO_PAY.channels)[number]];
  const taka = { ...bank, accountId: '12', currency: 'BDT' as const };
  fake('findProposal', () => inLoan);
  fake('findHowToPay', () => ({
    ...HOW_TO_PAY,
    local: { amount: '1020.00', currency: 'BDT' as const },
    channels: [bank, taka],
  }));
  const sent: unknown[] = [];
  fake('enterPayment', ({ body }) => {
    sent.push(body);
    return PENDING_PAYMENT;
  });
  const { screen, onClose, amount, review } = await open(inLoan);
  await screen.getByRole('button', { name: 'Next instalment, BDT 1,020.00' }).click();
  await expect.element(amount).toHaveValue('1020');
  await amount.fill('9185.01');
  await review();
  await expect.element(screen.getByRole('alert').getByText(/At most/)).toBeVisible();
  await amount.fill('1O20');
  await review();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please enter an amount, such as 25 or 25.50.');
  await amount.fill('1020');
  await screen.getByRole('combobox', { name: /How did you pay/ }).selectOptions('bank');
  await review();
  await screen.getByRole('button', { name: 'Repay BDT 1,020.00' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const localAmount = { amount: '1020.00', currency: 'BDT' };
  expect(sent).toEqual([{ userId: '7', proposalId: '169', localAmount, channel: 'bank', accountId: '12' }]);
});
