import { expect, test } from 'vitest';
import { MfiNameProvider } from '../lib/paths.ts';
import { startSession } from '../lib/session.ts';
import type { DataOf } from '../lib/wire.ts';
import { fake } from '../test/fake-endpoint.ts';
import { OFFICER, RAHIMA } from '../test/people.ts';
import { SEWING_MACHINE } from '../test/proposals.ts';
import { renderPage } from '../test/render-page.tsx';
import MfiPage from './mfi-page.tsx';

const box = (count: number) => ({ count, balance: count * 10, amount: count * 100 });
const entry = {
  proposalId: '169',
  title: 'Sewing machine',
  userName: 'Rahima Begum',
  amount: 100,
  waitingSince: new Date(Date.now() - 3 * 86_400_000).toISOString(),
};
const none = { count: 0, oldestAt: null, entries: [] };
const queues: DataOf<'mfiQueues'> = {
  toApprove: { count: 1, oldestAt: entry.waitingSince, entries: [entry] },
  toRelease: none,
  withdrawalsToSend: none,
  paymentsToApprove: { count: 1, oldestAt: entry.waitingSince, entries: [{ ...entry, amount: 8.33, paymentId: '4' }] },
};

function dashboard(statuses: (string | undefined)[] = []) {
  startSession('token', OFFICER);
  fake('mfiStats', () => ({ inProgress: box(1), active: box(2), repaid: box(3) }));
  fake('mfiQueues', () => queues);
  fake('listMfiProposals', ({ query }) => {
    statuses.push(query.status);
    return query.status === '6' ? [] : [SEWING_MACHINE];
  });
  return renderPage(
    <MfiNameProvider value="ROI">
      <MfiPage />
    </MfiNameProvider>,
    { path: '/App/MFIProposals/ROI' },
  );
}

test('R11.3: each box filters the list below, and pressing it again shows everything', async () => {
  const statuses: (string | undefined)[] = [];
  const screen = await dashboard(statuses);
  const repaid = screen.getByRole('button', { name: /^Repaid/ });
  await repaid.click();
  await expect.element(screen.getByText('no data to show')).toBeVisible();
  await expect.element(repaid).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: /^Active/ }).click();
  await expect.element(screen.getByRole('article')).toBeVisible();
  expect(statuses).toEqual([undefined, '6', '3,4,5,6']);
  await screen.getByRole('button', { name: /^Active/ }).click();
  await expect.element(screen.getByRole('radio', { name: 'All' })).toBeChecked();
});

test('the queues say how much waits and since when, with the action at hand', async () => {
  const asked: unknown[] = [];
  fake('approveProposal', ({ query }) => {
    asked.push(query);
    return { id: '169', status: 2, isMFIApproved: true };
  });
  // R14.3: a queue does not know whether there is a picture to check.
  fake('findProposal', () => SEWING_MACHINE);
  const screen = await dashboard();
  await expect.element(screen.getByText('Oldest: 3 days ago').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Approve “Sewing machine”' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => asked).toEqual([{ mfiId: '3', proposalId: '169' }]);
});

test('a payment is approved from its queue', async () => {
  const asked: unknown[] = [];
  fake('approvePayment', ({ query }) => {
    asked.push(query);
    return { refusal: 'already_approved' };
  });
  const screen = await dashboard();
  await screen.getByRole('button', { name: 'Approve the payment of $8.33 for “Sewing machine”' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => asked).toEqual([{ proposalId: '169', id: '4' }]);
});

test('specification 2: people without an MFI are told so, with a way home', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<MfiPage />, { path: '/App/MFIProposals' });
  await expect.element(screen.getByRole('heading', { name: "You Don't have Access to this page" })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/App/Home');
});
