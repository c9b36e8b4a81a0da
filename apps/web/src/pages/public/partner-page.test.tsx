import { beforeEach, expect, test } from 'vitest';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import PartnerPage from './partner-page.tsx';

beforeEach(() => {
  fake('mfiShowcase', () => ({ lent: 0, repaid: 0, borrowersCount: 0, backersCount: 0, proposals: [] }));
  fake('findPublicFigures', () => ({
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
  }));
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
