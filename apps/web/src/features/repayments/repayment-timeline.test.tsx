import { expect, test } from 'vitest';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { RepaymentTimeline } from './repayment-timeline.tsx';

test('the table behind the chart says every month in words, with what waits for approval on the oldest (R8.3)', async () => {
  const screen = await renderPage(<RepaymentTimeline proposal={{ ...FUNDED, pendingAmount: 25 }} />, {
    path: '/App/proposal',
  });
  await expect.element(screen.getByRole('img', { name: '1 of 4 months paid' })).toBeVisible();
  await screen.getByText('Show as a table').click();
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

test('R10.7: what is late is said with its days, as the server counts them', async () => {
  const screen = await renderPage(<RepaymentTimeline proposal={FUNDED} />, { path: '/App/proposal' });
  await expect.element(screen.getByText('$15 USD was due on 15/10/2026, 37 days ago')).toBeVisible();
});
