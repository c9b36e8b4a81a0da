import { expect, STAFF_OF_ROI, test } from './world.ts';

const NAME = 'Small shops of the delta';

test('an officer makes a campaign, puts a loan in, passes it on and archives it', async ({
  browser,
  page,
  baseURL,
  request,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, STAFF_OF_ROI);
  await page.getByRole('link', { name: 'Manage campaigns' }).click();
  await expect(page.getByRole('article', { name: 'Women who make things' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add campaign' }).click();
  const form = page.getByRole('dialog', { name: 'New campaign' });
  await form.getByRole('button', { name: 'Add campaign' }).click();
  await expect(form.getByText('Invalid Date')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Title').fill(NAME);
  await form.getByLabel('Campaign URL').fill('https://roi.example/shops');
  await form.getByLabel('Description').fill('Tea stalls and corner shops that want to stay open.');
  await form.getByLabel('End date').fill('2040-12-31');
  await form.getByRole('button', { name: 'Add campaign' }).click();
  await expect(page.getByText('Campaign added', { exact: true })).toBeVisible();
  const card = page.getByRole('article', { name: NAME });
  await expect(card.getByText('No loans in it yet')).toBeVisible();
  const address = (await card.getByRole('link', { name: 'View proposals' }).getAttribute('href')) as string;

  // A loan is put in from its own card, and its page names the campaign.
  await page.getByRole('link', { name: 'Loans', exact: true }).click();
  const loan = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Approve', exact: true }) })
    .first();
  const title = (await loan.getByRole('heading').textContent()) as string;
  await loan.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Assign to campaign' }).click();
  await page.getByRole('checkbox', { name: NAME }).check();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Proposal Assigned Successfully')).toBeVisible();
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await page.getByRole('heading', { name: 'About this loan' }).click();
  await expect(page.getByRole('region', { name: 'Part of' }).getByRole('link', { name: NAME })).toBeVisible();

  // An unpublished campaign is there for its staff only.
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  expect((await visitor.goto(address))?.status()).toBe(404);
  await expect(visitor.getByText('no data to show')).toBeVisible();

  await page.goto('/App/Campaigns/ROI');
  await card.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Campaign published')).toBeVisible();
  await card.getByRole('button', { name: 'Share' }).click();
  const shared = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Close' }).first().click();

  // The preview of the link in other programs, read before the page is opened.
  const html = await (await request.get(shared)).text();
  expect(html).toContain(`<meta property="og:title" content="${NAME}">`);
  expect(html).toContain(
    '<meta property="og:description" content="Tea stalls and corner shops that want to stay open.">',
  );
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/App\/proposalsByCampaign\?mfi=ROI&#38;id=\d+">/);
  expect(html).toContain(title);

  await visitor.goto(shared);
  await expect(visitor.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  const shown = visitor.getByRole('article').filter({ hasText: title });
  await expect(shown).toBeVisible();
  await expect(shown.getByRole('button')).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: 'Get started' })).toBeVisible();
  await expectAccessible(visitor);

  await card.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText(`Are you need to archive "${NAME}" campaign?`)).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Campaign removed')).toBeVisible();
  await expect(card).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByText('This campaign has ended')).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Final total' })).toBeVisible();
});

test('a campaign that does not exist is a 404, at both forms of its address', async ({ page, request }) => {
  for (const address of ['/App/proposalsByCampaign?mfi=ROI&id=987654321', '/App/proposalsByCampaign/ROI/987654321']) {
    expect((await request.get(address)).status()).toBe(404);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'There is no such campaign' })).toBeVisible();
  }
});

test('a visitor who logs in from a campaign comes back to it', async ({ page, baseURL, browser }) => {
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await visitor.goto('/App/proposalsByCampaign/ROI/1');
  await visitor.getByRole('link', { name: 'Get started' }).click();
  await visitor.getByRole('link', { name: 'Log in' }).first().click();
  await visitor.locator('input[type=tel]').fill('+12025550120');
  await visitor.locator('input[type=password]').fill('demo-password');
  await visitor.locator('form button[type=submit]').click();
  await visitor.waitForURL(/\/App\/proposalsByCampaign\?mfi=ROI&id=1$/);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await page.close();
});
