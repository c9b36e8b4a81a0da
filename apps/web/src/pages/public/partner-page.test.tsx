import { beforeEach, expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import PartnerPage from './partner-page.tsx';

const FIGURES: DataOf<'findPublicFigures'> = {
  place: null,
  openCount: 0,
  runningCount: 0,
  repaidCount: 0,
  lent: 0,
  repaid: 0,
  borrowersCount: 0,
  backersCount: 0,
  since: null,
  daysDueToPaid: null,
  daysPaidToApproved: null,
};
beforeEach(() => {
  fake('mfiShowcase', () => ({ lent: 0, repaid: 0, borrowersCount: 0, backersCount: 0, proposals: [] }));
  fake('findPublicFigures', () => FIGURES);
});

const show = () => renderPage(<PartnerPage />, { path: '/App/Partner/ROI' });

test('an institution whose loans are in dollars says so', async () => {
  fake('findMfi', () => ROI);
  const screen = await show();
  await expect.element(screen.getByText('Amounts are in US dollars, without interest.')).toBeVisible();
});

test('an institution whose borrowers count in rupees names them and the rate for life (R23)', async () => {
  fake('findMfi', () => ({ ...ROI, localCurrency: 'INR' as const, localMoney: true }));
  const screen = await show();
  await expect.element(screen.getByText(/ask and pay in Indian Rupee, at one rate/)).toBeVisible();
});

test.each([
  [-13.5, 39, '14 days or more before they are due', 'within 39 days'],
  [0, 0, 'by the day they are due', 'on the day they are made'],
  [1, 1, 'by 1 day after they are due', 'within 1 day'],
])('days from due to paid, %d, and from paid to approved, %d, are told (R22.2)', async (paid, approved, ...words) => {
  fake('findMfi', () => ROI);
  fake('findPublicFigures', () => ({ ...FIGURES, daysDueToPaid: paid, daysPaidToApproved: approved }));
  const screen = await show();
  for (const told of words) await expect.element(screen.getByText(told, { exact: true })).toBeVisible();
});

test('days of which there is none to count are left out', async () => {
  fake('findMfi', () => ROI);
  const screen = await show();
  await expect.element(screen.getByText('Open now')).toBeVisible();
  await expect.element(screen.getByText(/^Half of/)).not.toBeInTheDocument();
});
