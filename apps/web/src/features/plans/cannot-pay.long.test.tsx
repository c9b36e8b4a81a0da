import { expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA } from '../../test/people.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { forgetWaiting, waitingNow } from '../waiting/waiting.ts';
import CannotPay from './cannot-pay.tsx';
import StaffHardship from './staff-hardship.tsx';

type Hardship = DataOf<'listHardships'>[number];
const OPEN: Hardship = {
  id: '4',
  state: 'open',
  reason: 'crop_loss',
  monthly: 5,
  localMonthly: null,
  fromOn: '2099-12-31',
  note: 'The river took the field.',
  askedAt: '2026-11-20T06:00:00.000Z',
  closedAt: null,
  answer: null,
};
const borrowers: ProposalDetails = { ...FUNDED, allowedActions: ['cannotPay'] };
const staffs: ProposalDetails = { ...FUNDED, allowedActions: ['changePlan'] };
const at = { path: '/App/proposal?mfi=ROI&id=169' };

async function fill(screen: Awaited<ReturnType<typeof renderPage>>) {
  await screen.getByRole('button', { name: 'I cannot pay' }).click();
  await screen.getByLabelText('What happened?').selectOptions('crop_loss');
  await screen.getByLabelText('How much can you pay a month?').fill('5');
  await screen.getByRole('button', { name: 'Tell ROI' }).click();
}

test('R28.1: one button, and the borrower tells what happened and what is possible', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('listHardships', () => (sent.length > 0 ? [OPEN] : []));
  fake('askHardship', ({ body }) => {
    sent.push(body);
    return OPEN;
  });
  const screen = await renderPage(<CannotPay proposal={borrowers} />, at);
  await screen.getByRole('button', { name: 'I cannot pay' }).click();
  await screen.getByRole('button', { name: 'Tell ROI' }).click();
  await expect.element(screen.getByText('Enter an amount, or 0.')).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByLabelText('What happened?').selectOptions('crop_loss');
  await screen.getByLabelText('How much can you pay a month?').fill('5');
  await screen.getByRole('button', { name: 'Tell ROI' }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ proposalId: '169', reason: 'crop_loss', monthly: 5, fromOn: expect.any(String), note: '' }]);
  await expect.element(screen.getByText(/They answer within 30 days/)).toBeVisible();
  await expect.element(screen.getByText(/Possible: .*5.* a month from .*31\/12\/2099/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'I cannot pay' }).elements()).toEqual([]);
});

test('R28.1: what a borrower has typed is there again after closing, until it is sent', async () => {
  startSession('token', RAHIMA);
  fake('listHardships', () => []);
  fake('askHardship', () => OPEN);
  const screen = await renderPage(<CannotPay proposal={borrowers} />, at);
  const open = () => screen.getByRole('button', { name: 'I cannot pay' }).click();
  const note = screen.getByRole('textbox', { name: /^Something else that/ });
  await open();
  await note.fill('The river took the field.');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect.element(note).toHaveValue('The river took the field.');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await fill(screen);
  await expect.element(note).not.toBeInTheDocument();
  await open();
  await expect.element(note).toHaveValue('');
});

test('R28.1: without a network nothing is lost: the words wait on the device', async () => {
  startSession('token', RAHIMA);
  fake('listHardships', () => []);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const screen = await renderPage(<CannotPay proposal={borrowers} />, at);
  await fill(screen);
  await expect.element(screen.getByText('You say that you cannot pay.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'I cannot pay' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('button', { name: 'I cannot pay' })).toBeVisible();
  vi.restoreAllMocks();
});

test('decision 34: words that wait are there as before when their change is cancelled, and once when it is sent', async () => {
  startSession('token', RAHIMA);
  fake('listHardships', () => []);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const screen = await renderPage(<CannotPay proposal={borrowers} />, at);
  await fill(screen);
  await screen.getByRole('button', { name: 'Edit' }).click();
  await screen.getByLabelText('How much can you pay a month?').fill('7');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Edit' }).click();
  const amount = screen.getByLabelText('How much can you pay a month?');
  await expect.element(amount).toHaveValue('5');
  await amount.fill('6');
  await screen.getByRole('button', { name: 'Tell ROI' }).click();
  await expect.element(screen.getByText('You say that you cannot pay.')).toBeVisible();
  await expect.poll(() => waitingNow().map(({ body }) => 'monthly' in body && body.monthly)).toEqual([6]);
  await forgetWaiting(RAHIMA.id);
  vi.restoreAllMocks();
});

test('R28.1: what was said may be taken back, after a question', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('listHardships', () => [sent.length > 0 ? { ...OPEN, state: 'taken_back' as const } : OPEN]);
  fake('takeBackHardship', ({ query }) => {
    sent.push(query);
    return { ...OPEN, state: 'taken_back' };
  });
  const screen = await renderPage(<CannotPay proposal={borrowers} />, at);
  await screen.getByRole('button', { name: 'I can pay after all' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('button', { name: 'I cannot pay' })).toBeVisible();
  expect(sent).toEqual([{ proposalId: '169' }]);
});

test('R28.1: the borrower reads why staff said no, and may say it again', async () => {
  startSession('token', RAHIMA);
  fake('listHardships', () => [{ ...OPEN, state: 'refused', answer: 'Please pay half now.' }]);
  const screen = await renderPage(<CannotPay proposal={borrowers} />, at);
  await expect.element(screen.getByText('Please pay half now.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'I cannot pay' })).toBeVisible();
});

test('R28.2: staff answer with a plan that begins with the offer, or with a no and its reason', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listHardships', () => [OPEN]);
  fake('listPlanChanges', () => []);
  fake('refuseHardship', ({ body }) => {
    sent.push(body);
    return { ...OPEN, state: 'refused', answer: 'Half.' };
  });
  const screen = await renderPage(<StaffHardship proposal={staffs} />, at);
  await expect.element(screen.getByText(OPEN.note)).toBeVisible();
  await screen.getByRole('button', { name: 'Propose a new plan' }).click();
  await expect
    .element(screen.getByLabelText('Over how many months'))
    .toHaveValue(String(Math.ceil(FUNDED.outstandingAmount / 5)));
  await expect.element(screen.getByLabelText('First day')).toHaveValue(OPEN.fromOn);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Answer no' }).click();
  await screen.getByLabelText('Why, and what now').fill('Please pay half now.');
  await screen.getByRole('button', { name: 'Send the answer' }).click();
  await expect.poll(() => sent).toEqual([{ reason: 'Please pay half now.' }]);
});
