import { expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { useDashboard } from '../../test/mfi-dashboard.tsx';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import MfiPage from './mfi-page.tsx';

const dashboard = useDashboard();

test('R11.3: each box shows the list below filtered, and pressing it again shows all loans', async () => {
  const statuses: (string | undefined)[] = [];
  const screen = await dashboard({ statuses });
  const repaid = screen.getByRole('button', { name: /^Repaid/ });
  await repaid.click();
  await expect.element(screen.getByText('no data to show')).toBeVisible();
  await expect.element(repaid).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: /^Active/ }).click();
  await expect.element(screen.getByRole('article')).toBeVisible();
  expect(statuses).toEqual(['6', '3,4,5,6']);
  await screen.getByRole('button', { name: /^Active/ }).click();
  await expect.element(screen.getByRole('radio', { name: 'All' })).toBeChecked();
});

test('specification 2: people without an MFI are told so, with a way home', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<MfiPage />, { path: '/App/MFIProposals' });
  await expect.element(screen.getByRole('heading', { name: "You Don't have Access to this page" })).toBeVisible();
  // R17.12: of the institution of the page.
  await expect.element(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/App/Home/ROI');
});

test('R10.7, R11.4: the outstanding amount, by how late it is, as a bar with a label for each part', async () => {
  const screen = await dashboard();
  await expect.element(screen.getByRole('img', { name: 'On time: 75%, 31 to 60 days late: 25%' })).toBeVisible();
  const parts = screen.getByRole('list', { name: 'What is outstanding, by how late it is' }).getByRole('listitem');
  await expect.element(parts.first()).toHaveTextContent('On time · $150 · 75% · 2 loans');
  await expect.element(parts.last()).toHaveTextContent('31 to 60 days late · $50 · 25% · 1 loan');
  expect(parts.elements()).toHaveLength(2);
});

test('the office downloads all of its lists as files', async () => {
  const asked: unknown[] = [];
  fake('exportMfi', ({ query }) => {
    asked.push(query);
    return new Response('id', { headers: { 'content-type': 'text/csv' } });
  });
  const kept: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.download);
  });
  const screen = await dashboard();
  for (const name of [
    'Loans, CSV',
    'Payments, CSV',
    'Ledger, CSV',
    'Activity by month, CSV',
    'Exchange gain by month, CSV',
  ])
    await screen.getByRole('button', { name }).click();
  await expect
    .poll(() => kept)
    .toEqual(['loans', 'payments', 'ledger', 'months', 'gains'].map((what) => `sathi-${what}.csv`));
  expect(asked).toEqual(['loans', 'payments', 'ledger', 'months', 'gains'].map((what) => ({ mfiId: '3', what })));
});
