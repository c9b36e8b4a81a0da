import { beforeEach, describe, expect, test } from 'vitest';
import { FUNDED, proposalPage } from '../../test/proposal-cards.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { startSession } from '../../lib/session.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { PENDING_PAYMENT } from '../../test/payments.ts';
import { fakeProposal, open } from '../../test/proposal-page.tsx';

beforeEach(fakeProposal);

describe('a visitor', () => {
  // The first test of the file: in the others the code of the panels is there at once.
  test('keeps the plan they unfolded while the rest of the page arrives (R8.4)', async () => {
    const plans = new Set<Element>();
    const keep = () => document.querySelectorAll('details:has(table)').forEach((plan) => plans.add(plan));
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    const screen = await open();
    await expect.element(screen.getByText('About this loan')).toBeVisible();
    observer.disconnect();
    expect(plans.size).toBe(1);
  });

  test('reads the proposal and gets started instead of acting', async () => {
    const screen = await open();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'A sewing machine' })).toBeVisible();
    await expect.element(screen.getByText('$140 of $400 · 6 backers · 9 days left')).toBeVisible();
    const start = screen.getByRole('link', { name: 'Get started' });
    await expect.element(start).toHaveAttribute('href', '/App/Start/ROI?back=101');
    const back = screen.getByRole('link', { name: 'Back this loan' });
    await expect.element(back).toHaveAttribute('href', '/App/Register/ROI?back=101');
    expect(screen.getByRole('button').elements()).toEqual([]);
  });

  test('“Get started” remembers a proposal that takes no more backings', async () => {
    fake('findProposal', () => proposalPage({ ...FUNDED }));
    const screen = await open();
    await screen.getByRole('link', { name: 'Get started' }).click();
    expect(history.state).toEqual({ returnTo: '/App/proposal?mfi=ROI&id=101' });
  });

  test('sees the plan as a table on demand (R8.4)', async () => {
    const screen = await open();
    await expect.element(screen.getByText('About $33.33 a month until December 2027')).toBeVisible();
    await screen.getByText('Show all 12 payments').click();
    await expect.element(screen.getByText('$33.37', { exact: true })).toBeVisible();
  });
});

describe('an open loan that takes no backing now', () => {
  const back = (screen: Awaited<ReturnType<typeof open>>) => [
    ...screen.getByRole('link', { name: 'Back this loan' }).elements(),
    // The one at the bottom of a phone is hidden from screen readers.
    ...screen.getByRole('button', { name: 'Back this loan', includeHidden: true }).elements(),
  ];

  test.each([
    [
      'its institution checks it first (R2.3)',
      { isMFIApproved: false },
      /ROI.* checks it first; then it can be backed/,
    ],
    ['its deadline is over (R5.2)', { fundingDeadline: '2026-01-01T00:00:00.000Z' }, 'The time to back it is over.'],
  ])('says to a visitor that %s, and leads to others', async (_, over, words) => {
    fake('findMfi', () => ({ ...ROI, approveBeforeBacking: true }));
    fake('findProposal', () => proposalPage({ status: 2, ...over }));
    const screen = await open();
    await expect.element(screen.getByText(words)).toBeVisible();
    expect(back(screen)).toEqual([]);
    await expect.element(screen.getByRole('link', { name: 'Get started' })).toBeVisible();
    await screen.getByRole('link', { name: 'See other loans' }).click();
    expect(location.pathname).toBe('/App/Invest/ROI');
  });

  test.each([
    ['its owner', { userId: RAHIMA.id }],
    ['a person who may back it', { userId: '99', allowedActions: ['invest' as const] }],
    ['the readers of a released loan', { userId: '99', status: 5 as const }],
  ])('is no matter for %s', async (_, over) => {
    startSession('token', RAHIMA);
    fake('findProposal', () => proposalPage(over));
    const screen = await open();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'A sewing machine' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See other loans' }).elements()).toEqual([]);
  });
});

test('the page tells place, trade and how the owner paid back before (R26.1, R26.3)', async () => {
  const trackRecord = { repaid: 3, onTime: 1, onChangedPlan: 1, active: 1, lateNow: 0, isFirstLoan: false };
  fake('findProposal', () =>
    proposalPage({ place: 'Gosaba', category: 'livestock', storyLanguage: 'be', trackRecord }),
  );
  const screen = await open();
  await expect.element(screen.getByText(/ROI · Gosaba · Livestock · written in \W?বাংলা/)).toBeVisible();
  await expect
    .element(screen.getByText('3 loans repaid · 1 of them on time · 1 of them on a changed plan · 1 loan running'))
    .toBeVisible();
  fake('findProposal', () => proposalPage());
  const another = await open('/App/proposal?mfi=ROI&id=101');
  await expect.element(another.getByText('First loan')).toBeVisible();
});

test('an owner who is signed out logs in at a returned draft and comes back to it', async () => {
  fake('findProposal', () => ({ refusal: 'not_found' }));
  const screen = await open('/App/proposal?mfi=ROI&id=20');
  await screen.getByRole('link', { name: 'Log in' }).click();
  expect(location.pathname).toBe('/App/Login/ROI');
  expect(history.state).toEqual({ returnTo: '/App/proposal?mfi=ROI&id=20' });
});

test.each(['/App/proposal?mfi=ROI', '/App/proposal?mfi=ROI&id=x', '/App/proposal?mfi=ROI&id=999'])(
  '%s has no proposal and says so',
  async (path) => {
    fake('findProposal', () => ({ refusal: 'not_found' }));
    const screen = await open(path);
    await expect.element(screen.getByRole('heading', { name: 'This proposal is not here' })).toBeVisible();
  },
);

test('a failure is another thing than absence, and can be tried again', async () => {
  fake('findProposal', () => BROKEN);
  const screen = await open();
  await expect.element(screen.getByText('This could not be loaded.')).toBeVisible();
  fake('findProposal', () => proposalPage());
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'A sewing machine' })).toBeVisible();
});

describe('a running loan', () => {
  const payment = { ...PENDING_PAYMENT, proposalId: '101', amount: 33.33 };
  const running = (over: Partial<ProposalDetails>) =>
    proposalPage({ ...FUNDED, repaymentState: 'current', pendingAmount: 33.33, ...over }, 2);

  beforeEach(() => {
    startSession('token', RAHIMA);
    fake('listPayments', () => [payment]);
    fake('listWithdrawals', () => []);
    fake('listTransactions', () => []);
    fake('proposalHistory', () => []);
    fake('listHardships', () => []);
  });

  test('begins for its borrower with the next payment, and keeps picture and words behind a line', async () => {
    fake('findProposal', () => running({ allowedActions: ['repay'] }));
    const screen = await open();
    await expect.element(screen.getByRole('heading', { name: 'Your next payment' })).toBeVisible();
    const repay = screen.getByRole('button', { name: 'Repay' }).element();
    const months = screen.getByRole('list', { name: '2 of 12 months paid' }).element();
    expect(repay.compareDocumentPosition(months) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('To sew school uniforms at home.').elements()).toEqual([]);
    await screen.getByText('About this loan').click();
    await expect.element(screen.getByText('To sew school uniforms at home.')).toBeVisible();
  });

  test('begins for staff with the payment that waits for their decision', async () => {
    fake('findProposal', () =>
      running({ userId: '99', mfiId: OFFICER.userMfis[0]!.mfiId, allowedActions: ['decidePayment'] }),
    );
    startSession('token', OFFICER);
    const screen = await open();
    await expect.element(screen.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(screen.getByRole('button', { name: /^Approve the payment of \$33.33/ })).toBeVisible();
  });

  test('says nothing twice: a backer finds plan, payments and movements in one panel', async () => {
    fake('findProposal', () => running({ userId: '99', isBackedByUser: true }));
    const screen = await open();
    const tabs = screen.getByRole('tab');
    await expect.poll(() => tabs.elements().map((tab) => tab.textContent)).toEqual(['Plan', 'Payments', 'Movements']);
    await screen.getByRole('tab', { name: 'Movements' }).click();
    await expect.element(screen.getByText('Waiting for approval: $33.33')).toBeVisible();
    await expect.element(screen.getByText('No money has moved yet')).toBeVisible();
  });
});

test('the way of a loan is told in five words, of which the first that is not done is the present one', async () => {
  fake('findProposal', () => proposalPage({ status: 4 }));
  const screen = await open();
  const way = screen.getByRole('list', { name: 'The way of this loan' });
  await expect.element(way).toBeVisible();
  expect([...way.element().children].map((step) => step.textContent)).toEqual([
    'Done: Checked',
    'Done: Fully backed',
    'Now: Money released',
    'To come: Money sent',
    'To come: Paying back',
  ]);
});
