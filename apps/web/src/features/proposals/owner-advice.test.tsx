import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { OwnerAdvice } from './owner-advice.tsx';

const noop = () => {};

test.each([
  [0, 'You have paid everything back', /remember that you paid it back/],
  [40, 'Nothing is owed any more', /Backers have given up a part of the loan/],
])('R30.1: a loan of which %i was forgiven ends in words that are true of it', async (forgivenAmount, title, words) => {
  startSession('token', RAHIMA);
  const proposal = { ...SEWING_MACHINE, status: 6 as const, forgivenAmount };
  const screen = await renderPage(<OwnerAdvice proposal={proposal} onInvite={noop} onShare={noop} />, {
    path: '/App/proposal?mfi=ROI&id=169',
  });
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(screen.getByText(words)).toBeVisible();
  const again = screen.getByRole('link', { name: 'Write a new proposal' });
  await expect.element(again).toHaveAttribute('href', '/App/NewProposal/ROI');
});

test.each([
  [{ isMFIApproved: false, awaitedAmount: 25 }, /ROI.* checks the proposal first/],
  [{ isMFIApproved: true, awaitedAmount: 25 }, /\$25.* of it is still on the way; then .*ROI.* can release the money/],
  [{ isMFIApproved: true, awaitedAmount: 0 }, /Waiting for .*ROI.* to release the money/],
])('R20.5: a fully backed loan of %o says what it waits for', async (state, words) => {
  startSession('token', RAHIMA);
  const proposal = { ...SEWING_MACHINE, status: 4 as const, ...state };
  const screen = await renderPage(<OwnerAdvice proposal={proposal} onInvite={noop} onShare={noop} />, {
    path: '/App/proposal?mfi=ROI&id=169',
  });
  await expect.element(screen.getByText(words)).toBeVisible();
});

test('R2.3: where the check comes first, the advice to find backers begins with that', async () => {
  startSession('token', RAHIMA);
  fake('findMfi', () => ({ ...ROI, approveBeforeBacking: true }));
  const proposal = { ...SEWING_MACHINE, isMFIApproved: false };
  const screen = await renderPage(
    <OwnerAdvice proposal={{ ...proposal, allowedActions: ['invite' as const] }} onInvite={noop} onShare={noop} />,
    { path: '/App/proposal?mfi=ROI&id=169' },
  );
  await expect.element(screen.getByText(/ROI.* checks it first; then it can be backed/)).toBeVisible();
});
