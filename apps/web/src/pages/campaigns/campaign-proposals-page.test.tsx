import { expect, test } from 'vitest';
import { endSession, startSession } from '../../lib/session.ts';
import { EID_GOATS } from '../../test/campaigns.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { FUNDED, SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import CampaignProposalsPage from './campaign-proposals-page.tsx';

type Shown = typeof EID_GOATS;
const entries = (...loans: (typeof SEWING_MACHINE)[]) => loans.map((borrow) => ({ id: borrow.id, borrow }));

async function page(campaign: Partial<Shown> = {}, path = '/App/proposalsByCampaign?mfi=ROI&id=5') {
  fake('findMfi', () => ROI);
  fake('listCampaigns', () => [{ ...EID_GOATS, proposalCampaigns: entries(SEWING_MACHINE), ...campaign }]);
  return renderPage(<CampaignProposalsPage />, { path, pattern: '/App/proposalsByCampaign/:mfi?/:id?' });
}

test('specification 2: a visitor sees the campaign and its loans, and a way to begin that leads back here', async () => {
  const screen = await page();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Eid goats' })).toBeVisible();
  await expect.element(screen.getByText(/^\$140 of \$400 · 2 loans · 3 backers · .* days left$/)).toBeVisible();
  const card = screen.getByRole('article').filter({ hasText: 'Sewing machine' });
  await expect.element(card).toBeVisible();
  expect(card.getByRole('button').elements()).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Invite an investor' }).elements()).toHaveLength(0);
  await screen.getByRole('link', { name: 'Get started' }).click();
  expect(history.state).toEqual({ returnTo: '/App/proposalsByCampaign?mfi=ROI&id=5' });
  expect(location.pathname).toBe('/App/Start/ROI');
});

test('both forms of the address lead to the same campaign', async () => {
  const screen = await page({}, '/App/proposalsByCampaign/ROI/5');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Eid goats' })).toBeVisible();
});

test('T13: other sites are named beside their links and get nothing from us', async () => {
  const screen = await page();
  const link = screen.getByRole('link', { name: /^Donation page/ });
  await expect.element(link).toHaveAttribute('href', 'https://give.example/roi');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  await expect.element(screen.getByText('give.example')).toBeVisible();
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://user:pw@roi.example', 'http://127.0.0.1/'])(
  'T13: %s is not linked, even if it were stored',
  async (address) => {
    const screen = await page({ campaignUrl: address, donationUrl: address });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Eid goats' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^(Campaign|Donation) page/ }).elements()).toHaveLength(0);
  },
);

test('staff get back to all campaigns and may invite; others get home', async () => {
  startSession('token', OFFICER);
  const screen = await page();
  const back = screen.getByRole('link', { name: 'View all campaigns' });
  await expect.element(back).toHaveAttribute('href', '/App/Campaigns/ROI');
  await expect.element(screen.getByRole('button', { name: 'Invite an investor' })).toBeVisible();
});

test('staff of several MFIs get back to the campaigns of this one, a visitor to its start page', async () => {
  const second = { mfiId: '1', mfiName: 'DCBS' };
  const [first] = OFFICER.userMfis;
  startSession('token', { ...OFFICER, userMfis: [second, first!] });
  const screen = await page();
  const back = screen.getByRole('link', { name: 'View all campaigns' });
  await expect.element(back).toHaveAttribute('href', '/App/Campaigns/ROI');
  endSession();
  await expect
    .element(screen.getByRole('link', { name: 'To the start page' }))
    .toHaveAttribute('href', '/App/Start/ROI');
});

test('a borrower gets home and may share', async () => {
  fake('shareLink', () => ({ code: 'r4h1m4', visits: 0, backings: 0 }));
  startSession('token', RAHIMA);
  const screen = await page();
  await expect.element(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/App/Home');
  expect(screen.getByRole('button', { name: 'Invite an investor' }).elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'Share' }).click();
  await expect
    .element(screen.getByRole('textbox', { name: 'Link' }))
    .toHaveValue(`${location.origin}/App/proposalsByCampaign?mfi=ROI&id=5&by=r4h1m4`);
  const poster = screen.getByRole('link', { name: /^Poster/ });
  await expect.element(poster).toHaveAttribute('href', '/share/campaign/5/poster?lang=en&by=r4h1m4');
  expect(screen.getByRole('link', { name: /^Picture/ }).elements()).toEqual([]);
});

test('R16.4: after the end the page stays, sharing and inviting go', async () => {
  startSession('token', OFFICER);
  const screen = await page({ hasEnded: true, endDate: '2026-01-31' });
  await expect.element(screen.getByText('The campaign ended on 31/01/2026. Its loans go on.')).toBeVisible();
  await expect.element(screen.getByRole('article').filter({ hasText: 'Sewing machine' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Share' }).elements()).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Invite an investor' }).elements()).toHaveLength(0);
});

test('R16.2: an archived one says that it has ended, with the final total and no list', async () => {
  const screen = await page({ archivedAt: '2026-11-01T10:00:00.000Z', hasEnded: true });
  await expect.element(screen.getByText('This campaign has ended')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Final total' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Loans of this campaign' }).elements()).toHaveLength(0);
});

test('R16.1: of an unpublished one its staff see the loans, and share nothing', async () => {
  startSession('token', OFFICER);
  const screen = await page({ published: false });
  await expect.element(screen.getByText('Not published: only the staff of ROI see these loans.')).toBeVisible();
  await expect.element(screen.getByRole('article').filter({ hasText: 'Sewing machine' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Share' }).elements()).toHaveLength(0);
});

test('the status filter asks for its status, and the list goes on where it ended', async () => {
  const statuses: unknown[] = [];
  fake('findMfi', () => ROI);
  fake('listCampaigns', ({ query }) => {
    if (String(query.limit) === '1') return [EID_GOATS];
    statuses.push(query.status);
    if (query.cursor) return [{ ...EID_GOATS, proposalCampaigns: entries({ ...FUNDED, id: '170', title: 'A loom' }) }];
    return pageOf<'listCampaigns'>([{ ...EID_GOATS, proposalCampaigns: entries(SEWING_MACHINE) }], 'next');
  });
  const screen = await renderPage(<CampaignProposalsPage />, { path: '/App/proposalsByCampaign?mfi=ROI&id=5' });
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('article').filter({ hasText: 'A loom' })).toBeVisible();
  await screen.getByRole('radio', { name: 'Funded' }).click();
  await expect.poll(() => statuses).toEqual([undefined, undefined, '5']);
  expect(location.search).toBe('?mfi=ROI&id=5&status=5');
});

test('R16.1: the page of a campaign that is not there for its reader says so', async () => {
  fake('listCampaigns', () => ({ refusal: 'not_found' }));
  const screen = await renderPage(<CampaignProposalsPage />, { path: '/App/proposalsByCampaign?mfi=ROI&id=999' });
  await expect.element(screen.getByRole('heading', { name: 'There is no such campaign' })).toBeVisible();
  await expect.element(screen.getByText('no data to show')).toBeVisible();
});
