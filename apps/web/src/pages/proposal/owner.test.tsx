import { beforeEach, describe, expect, test } from 'vitest';
import { proposalPage } from '../../test/proposal-cards.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { fakeProposal, open } from '../../test/proposal-page.tsx';

beforeEach(fakeProposal);

describe('the owner', () => {
  beforeEach(() => {
    startSession('token', RAHIMA);
    fake('findProposal', () => proposalPage({ status: 2, backersCount: 0, allowedActions: ['edit'] }));
    fake('listBackers', () => []);
    fake('listTransactions', () => []);
    fake('proposalHistory', () => [
      {
        id: '2',
        kind: 'edited',
        fromStatus: null,
        toStatus: null,
        actorName: 'Rahima Begum',
        reason: null,
        note: null,
        before: { amountCents: 300_00, monthsToRepay: 10 },
        amount: null,
        local: null,
        at: '2026-11-19T10:00:00.000Z',
      },
    ]);
  });

  test('saves an edit, is told, and is back in view mode', async () => {
    const bodies: unknown[] = [];
    fake('updateProposal', ({ body }) => {
      bodies.push(body);
      return { id: '101', status: 2, amount: 400, localAmount: null };
    });
    const screen = await open();
    await screen.getByRole('button', { name: 'Edit' }).click();
    await expect.element(screen.getByText(/ROI has checked this/)).toBeVisible();
    await screen.getByRole('textbox', { name: 'Amount' }).fill('450');
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText('Proposal updated')).toBeInTheDocument();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'A sewing machine' })).toHaveFocus();
    expect(bodies).toEqual([
      {
        title: 'A sewing machine',
        description: 'To sew school uniforms at home.',
        amount: 450,
        monthsToRepay: 12,
        startDate: '2026-12-05',
        image: null,
        imageAlt: '',
        acceptPartial: false,
        place: null,
        category: null,
        storyLanguage: 'en',
      },
    ]);
  });

  test('a refused edit keeps the typed text and says why', async () => {
    fake('updateProposal', () => ({ refusal: 'has_backers', detail: 'Somebody has backed this.' }));
    const screen = await open();
    await screen.getByRole('button', { name: 'Edit' }).click();
    const title = screen.getByRole('textbox', { name: 'Name of the proposal' });
    await title.fill('A bigger machine');
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText('Somebody has backed this.')).toBeVisible();
    await expect.element(title).toHaveValue('A bigger machine');
  });

  test('reads the history with the old values (R2.4)', async () => {
    const screen = await open();
    await screen.getByText('Show history (1)').click();
    await expect.element(screen.getByText('Before: Amount: $300 · Months to repay: 10')).toBeVisible();
  });

  test('is told before publishing which fields are still missing, and which will be checked', async () => {
    fake('findProposal', () => proposalPage({ status: 1, startDate: '2020-01-01', allowedActions: ['publish'] }));
    const screen = await open();
    const list = screen.getByRole('list', { name: 'Before you publish' });
    await expect.element(list).toBeVisible();
    expect([...list.element().querySelectorAll('li')].map((item) => item.textContent.trim())).toEqual([
      'Done: Name, description, amount and months are filled in.',
      'To come: A picture shows what the money is for.',
      'To come: The day you need the money is still to come.',
    ]);
    await expect.element(screen.getByRole('heading', { name: 'What your partner will check' })).toBeVisible();
  });

  test('finds ways to backers while the proposal is open', async () => {
    fake('shareLink', () => ({ code: 'r4h1m4', visits: 0, backings: 0 }));
    fake('findProposal', () => proposalPage({ allowedActions: ['invite', 'share'] }));
    const screen = await open();
    await screen.getByRole('button', { name: 'Invite by e-mail' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'invite backers: A sewing machine' })).toBeVisible();
    await screen.getByRole('button', { name: 'Close' }).click();
    await screen.getByRole('button', { name: 'Send the link' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Share A sewing machine' })).toBeVisible();
  });

  test('is not sent to backers while reports hide the proposal (R34.6)', async () => {
    fake('findProposal', () => proposalPage({ allowedActions: ['edit', 'message'] }));
    const screen = await open();
    await expect.element(screen.getByRole('button', { name: 'Messages' })).toBeVisible();
    await expect.element(screen.getByText('Show all 12 payments')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Invite by e-mail' }).elements()).toEqual([]);
  });

  test('a borrower who has paid back can thank and apply again', async () => {
    fake('findProposal', () => proposalPage({ status: 6, allowedActions: [] }));
    fake('listWithdrawals', () => []);
    fake('listPayments', () => []);
    const screen = await open();
    const again = screen.getByRole('link', { name: 'Write a new proposal' });
    await expect.element(again).toHaveAttribute('href', '/App/NewProposal/ROI');
  });
});

test('the owner alone is told how to find backers', async () => {
  startSession('token', RAHIMA);
  fake('findProposal', () => proposalPage({ status: 2, userId: '99', allowedActions: ['seeBackers'] }));
  fake('listBackers', () => []);
  const screen = await open();
  await expect.element(screen.getByRole('heading', { name: 'Backers' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Find your backers' }).elements()).toEqual([]);
});
