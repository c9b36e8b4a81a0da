import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { BORROWER, expect, INVESTORS, test } from './world.ts';

type Person = { readonly token: string; readonly email: string };

/** The person signed in on the page, as the server knows them. */
async function personOf(page: Page, request: APIRequestContext): Promise<Person> {
  const token = await page.evaluate(() => localStorage.getItem('sathi.auth.accessToken') ?? '');
  const answer = await request.get('/api/auth/', { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { email: string } };
  return { token, email: data.email };
}

async function send(
  request: APIRequestContext,
  { token }: Person,
  path: string,
  data: object,
): Promise<{ id: string }> {
  const answer = await request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: { id: string } }).data;
}

/** A loan of the owner's that the backer backs whole. */
async function backWhole(request: APIRequestContext, owner: Person, backer: Person, title: string): Promise<void> {
  const { id } = await send(request, owner, '/api/borrow', {
    title,
    description: 'A pot and clay.',
    amount: 20,
    status: PROPOSAL_STATUS.published,
    startDate: '2030-05-31',
    monthsToRepay: 4,
    mfiId: '3',
  });
  await send(request, backer, '/api/borrow/backProposal', { proposalId: id, amount: 20 });
}

async function subjectsTo(request: APIRequestContext, { email }: Person): Promise<string[]> {
  const answer = await request.get('/api/dev/inbox', { params: { to: email } });
  const { data } = (await answer.json()) as { data: ReadonlyArray<{ subject: string }> };
  return data.map(({ subject }) => subject);
}

test('a backed loan rings its owner’s bell and mails them, and only rings when they want no mail', async ({
  browser,
  baseURL,
  request,
  signIn,
  expectAccessible,
}) => {
  const text = textsOf('en');
  const owners = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const backers = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(owners, BORROWER);
  await signIn(backers, INVESTORS[0]);
  const [owner, backer] = [await personOf(owners, request), await personOf(backers, request)];

  await backWhole(request, owner, backer, 'A potter’s wheel');
  await expect.poll(() => subjectsTo(request, owner)).toContain('Fully backed: A potter’s wheel');
  const bell = owners.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  await bell.click();
  const dialog = owners.getByRole('dialog');
  const told = dialog.getByRole('link', { name: 'Your loan “A potter’s wheel” is fully backed with $20' });
  await expect(told).toBeVisible();
  await expectAccessible(owners);
  await dialog.getByRole('button', { name: text('notifications.readAll') }).click();
  await expect(owners.getByRole('button', { name: 'Notifications, none unread', includeHidden: true })).toBeAttached();

  await dialog.getByRole('link', { name: text('notifications.all') }).click();
  await owners.waitForURL(/\/App\/Notifications/);
  await owners.getByRole('heading', { name: text('notifications.preferences.title') }).click();
  await owners.getByRole('button', { name: text('notifications.group.funding') }).click();
  await owners.getByRole('checkbox', { name: 'A loan is fully backed E-mail' }).uncheck();
  await expect(owners.getByText(text('notifications.preferences.saved'))).toBeVisible();
  await expectAccessible(owners);

  await backWhole(request, owner, backer, 'A kiln');
  // The mails of one event are written together, so when the other has come this one would have.
  await expect.poll(() => subjectsTo(request, backer)).toContain('Fully backed: A kiln');
  await expect(owners.getByRole('link', { name: 'Your loan “A kiln” is fully backed with $20' })).toBeVisible();
  expect(await subjectsTo(request, owner)).not.toContain('Fully backed: A kiln');
});
