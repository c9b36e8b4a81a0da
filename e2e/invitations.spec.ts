import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { registerThroughScreens } from './register.ts';
import { textsOf } from './texts.ts';
import { BORROWER, expect, test } from './world.ts';

const text = textsOf('en');
const TITLE = 'Cotton cloth for the festival season';
const GUEST = 'new.friend@mail.example';

async function openFor(browser: Browser, baseURL: string, width: number): Promise<Page> {
  const own = await browser.newContext({ baseURL, viewport: { width, height: 740 } });
  return own.newPage();
}

/** The first link of this kind in the mails to an address. */
async function linkIn(request: APIRequestContext, to: string, part: string): Promise<string> {
  const find = async () => {
    const answer = await request.get('/api/dev/inbox', { params: { to } });
    const { data } = (await answer.json()) as { data: ReadonlyArray<{ text: string }> };
    return data.map((mail) => new RegExp(`http\\S*${part}\\S*`).exec(mail.text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** The page of the borrower's own proposal. */
async function openOwnProposal(page: Page): Promise<void> {
  await page.getByRole('link', { name: TITLE }).first().click();
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
}

test('R12: from an invitation to a member who accepted it, and an inviter who hears of it', async ({
  browser,
  serverUrl,
  request,
  latestCode,
  signIn,
  expectAccessible,
}) => {
  const [borrower, guest] = [await openFor(browser, serverUrl, 1280), await openFor(browser, serverUrl, 360)];

  await test.step('the borrower invites by e-mail and reads the outcome for each address', async () => {
    await signIn(borrower, BORROWER);
    await openOwnProposal(borrower);
    await borrower
      .getByRole('button', { name: /^Invite/ })
      .first()
      .click();
    const dialog = borrower.locator('dialog[open]');
    await dialog.getByLabel(text('invitations.invite.email')).fill(`${GUEST}, farida@sathi.example`);
    await dialog.getByRole('button', { name: text('invitations.invite.add') }).click();
    await dialog.getByRole('textbox', { name: /^A few words from you/ }).fill('Please have a look');
    await expectAccessible(borrower);
    await dialog.getByRole('button', { name: 'Invite all 2 people' }).click();
    const results = dialog.getByRole('list', { name: text('invitations.results.title') });
    await expect(results.getByText(text('invitations.results.sent')).first()).toBeVisible();
    await expect(borrower.getByText(text('invitations.sent'))).toBeVisible();
    await expectAccessible(borrower);
    await dialog.getByRole('button', { name: text('invitations.results.done') }).click();
    await expect(borrower.getByText(GUEST)).toBeVisible();
  });

  await test.step('the link in the mail leads to the loan, says who invites, and loses its token', async () => {
    await guest.goto(await linkIn(request, GUEST, 'invitation='));
    await expect(guest.getByText(/Rahima K\..*invited you to back/)).toBeVisible();
    await expect(guest).not.toHaveURL(/invitation=/);
    await expectAccessible(guest);
  });

  const account = await test.step('the guest registers, with another address', async () =>
    registerThroughScreens(guest, text, latestCode));

  await test.step('the loan stands first in the list of loans to back', async () => {
    await guest.goto('/App/Invest/ROI');
    const invited = guest.getByRole('region', { name: text('invitations.own.title') });
    await expect(invited).toContainText(TITLE);
    await expect(invited).toContainText('Please have a look');
    await expectAccessible(guest);
  });

  await test.step('the inviter has heard of it', async () => {
    await borrower.reload();
    await borrower.getByRole('button', { name: /^Notifications/ }).click();
    await expect(borrower.getByText(/took up your invitation/).first()).toBeVisible();
  });

  await test.step('the address of the account is confirmed by a press', async () => {
    const email = `rahima.${account.national}@mail.example`;
    await guest.goto(await linkIn(request, email, 'ConfirmEmail'));
    await expectAccessible(guest);
    await guest.getByRole('button', { name: text('invitations.confirm.button') }).click();
    await expect(guest.getByText(/the address is confirmed/)).toBeVisible();
  });

  await test.step('the guest’s old address wants no more invitations', async () => {
    await guest.goto(await linkIn(request, GUEST, 'App/Unsubscribe'));
    await expectAccessible(guest);
    await guest.getByRole('button', { name: text('invitations.unsubscribe.button') }).click();
    await expect(guest.getByText(text('invitations.unsubscribe.done'))).toBeVisible();
  });
});
