import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, test } from './world.ts';

/** The chain makes a block as soon as a deploy waits; a busy machine is slower. */
const A_WHILE = { timeout: 60_000 };

async function publishLoan(page: Page, request: APIRequestContext): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('sathi.auth.accessToken') ?? '');
  const answer = await request.post('/api/borrow', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title: 'A bell for the boat',
      description: 'ঘণ্টা ও দড়ি।',
      amount: 20,
      status: PROPOSAL_STATUS.published,
      startDate: '2030-05-31',
      monthsToRepay: 4,
      mfiId: '3',
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

test('a visitor reads about the test network in every language, and /login leads to the login page', async ({
  page,
  baseURL,
  expectAccessible,
}) => {
  for (const locale of ['en', 'be', 'ar'] as const) {
    const text = textsOf(locale);
    await page.context().addCookies([{ name: 'language', value: locale, url: baseURL ?? '' }]);
    await page.goto('/CasperDemo');
    await page.evaluate((language) => localStorage.setItem('language', language), locale);
    await page.goto('/CasperDemo');
    await expect(page.getByText(text('chain.banner'))).toBeVisible();
    await expect(page.getByRole('link', { name: text('common.logIn') })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/CasperAssets/deploy/nonsense');
    await expect(page.getByText(text('chain.deploy.missing'))).toBeVisible();
  }
  await page.goto('/login');
  await expect(page.locator('input[type=password]')).toBeVisible();
});

test('R17.9: a new proposal says that it is recorded on a chain', async ({ page, request, signIn }) => {
  await signIn(page, BORROWER);
  const id = await publishLoan(page, request);
  await expect(async () => {
    await page.goto(`/App/proposal?mfi=ROI&id=${id}`);
    await page.getByText('About this loan').click();
    await expect(page.getByRole('link', { name: /^Recorded on a public test chain/ })).toBeVisible();
  }).toPass(A_WHILE);
});
