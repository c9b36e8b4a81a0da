import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import PublishedPage from './published-page.tsx';

beforeEach(() => fake('findMfi', () => ROI));

test('a published proposal is shared on WhatsApp at one press, and in other ways after it', async () => {
  startSession('token', RAHIMA);
  fake('findProposal', () => SEWING_MACHINE);
  fake('shareLink', () => ({ code: 'r4h1m4', visits: 0, backings: 0 }));
  const screen = await renderPage(<PublishedPage />, { path: '/App/Published?mfi=ROI&id=169' });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Proposal published' })).toBeVisible();
  const link = screen.getByRole('link', { name: 'Share on WhatsApp' });
  await expect.element(link).toBeVisible();
  const address = () => new URL((link.element() as HTMLAnchorElement).href);
  // The text holds the owner's own link, which counts the people who come by it.
  await expect.poll(() => address().searchParams.get('text')).toMatch(/\/App\/proposal\?mfi=ROI&id=169&by=r4h1m4$/);
  expect(address().origin).toBe('https://wa.me');
  expect(address().searchParams.get('text')).toContain('Rahima needs $100 more for “Sewing machine”.');
  await screen.getByRole('button', { name: 'Other ways to share' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Share Sewing machine' })).toBeVisible();
});

test('R2.3: where the check comes first, the page and the shared sentence say so', async () => {
  startSession('token', RAHIMA);
  fake('findMfi', () => ({ ...ROI, approveBeforeBacking: true }));
  fake('findProposal', () => ({
    ...SEWING_MACHINE,
    isMFIApproved: false,
  }));
  fake('shareLink', () => ({ code: 'r4h1m4', visits: 0, backings: 0 }));
  const screen = await renderPage(<PublishedPage />, { path: '/App/Published?mfi=ROI&id=169' });
  await expect.element(screen.getByText(/ROI.* checks it first; then it can be backed/)).toBeVisible();
  const link = screen.getByRole('link', { name: 'Share on WhatsApp' });
  const shared = new URL((link.element() as HTMLAnchorElement).href).searchParams.get('text');
  expect(shared).toMatch(/Once .*ROI.* has checked it, you can lend from \$1/);
});
