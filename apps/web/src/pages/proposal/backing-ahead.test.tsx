import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { proposalPage } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';
import ProposalPage from './proposal-page.tsx';

let passwordLater = true;
beforeEach(() => {
  passwordLater = true;
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listUpdates', () => []);
  fake('listGalleryImages', () => []);
  fake('listBackers', () => []);
  fake('findChainRegistration', () => ({ state: 'none', deployHash: null, blockHeight: null }));
  fake('findProposal', () => proposalPage({ userId: '99', allowedActions: ['invest'] }));
  fake('currentUser', () => ({
    username: RAHIMA.phone,
    passwordLater,
    attributes: { sub: RAHIMA.username, phone_number: RAHIMA.phone, phone_number_verified: true, email: null },
  }));
  fake('backProposal', ({ body }) => ({
    id: '1',
    amount: Number(body.amount),
    fromCredit: 0,
    toPay: Number(body.amount),
    proposal: { status: 3 as const, currentBalance: 150, remainingAmount: 250 },
  }));
});

const LOAN = '/App/proposal?mfi=ROI&id=101';
const show = (path = `${LOAN}&back=101`) => renderPage(<ProposalPage />, { path });
const here = () => location.pathname + location.search;

async function back(screen: Awaited<ReturnType<typeof show>>): Promise<void> {
  await screen.getByRole('button', { name: '$10', exact: true }).click();
  await screen.getByRole('button', { name: 'Review' }).click();
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
}

test('the dialog opens by itself for a person who came to back, and after the backing a password is asked for', async () => {
  const screen = await show();
  await back(screen);
  await expect.poll(() => location.pathname).toBe('/App/ChoosePassword/ROI');
  expect(history.state).toEqual({ returnTo: LOAN });
});

test('a person with a password stays on the loan after the backing', async () => {
  passwordLater = false;
  await back(await show());
  await expect.poll(here).toBe(LOAN);
});

test('closed without a backing, the dialog does not come again', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.poll(here).toBe(LOAN);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('no dialog opens for a person who has backed already, who may not back, or who did not come for it', async () => {
  fake('findProposal', () => proposalPage({ userId: '99', allowedActions: ['invest'], isBackedByUser: true }));
  const backer = await show();
  await expect.element(backer.getByRole('button', { name: 'Back this loan' })).toBeVisible();
  await expect.element(backer.getByRole('dialog')).not.toBeInTheDocument();
  await backer.unmount();

  fake('findProposal', () => proposalPage({ userId: '99', allowedActions: ['share'] }));
  const other = await show();
  await expect.element(other.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect.element(other.getByRole('dialog')).not.toBeInTheDocument();
  await other.unmount();

  fake('findProposal', () => proposalPage({ userId: '99', allowedActions: ['invest'] }));
  const reader = await show(LOAN);
  await expect.element(reader.getByRole('button', { name: 'Back this loan' })).toBeVisible();
  await expect.element(reader.getByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  [{ isMFIApproved: false }, /ROI.* checks it first; then it can be backed/],
  [{}, 'It cannot be backed now.'],
])('a person who came to back a loan that takes no backing now reads why (%#)', async (over, words) => {
  fake('findMfi', () => ({ ...ROI, approveBeforeBacking: true }));
  fake('findProposal', () => proposalPage({ userId: '99', allowedActions: ['share'], ...over }));
  const screen = await show();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'See other loans' })).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
