import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { finder, LOCALES, open, settle, signedIn, visit } from './walk.ts';
import { expect, STAFF_OF_ROI, test } from './world.ts';

const OTHER_MANAGER = '+12025550106';
const OF_ROI = '/api/borrow/proposalsByMFIID?mfiId=3&limit=50';

/** Releases the money again, so that the next language finds the loan as this one did. */
async function releaseAgain(page: Page, address: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('sathi.auth.accessToken'));
  const id = new URLSearchParams(address.split('?')[1]).get('id');
  const answer = await page.request.post(`/api/mfi/releaseFunds?mfiId=3&proposalId=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const locale of LOCALES) {
  test(`one of the staff proposes to undo a release and another confirms it, in ${locale} (R31.3)`, async ({
    browser,
    serverUrl,
    request,
    signIn,
    expectAccessible,
  }) => {
    const text = textsOf(locale);
    const states = {
      first: await signedIn(browser, serverUrl, (page) => signIn(page, STAFF_OF_ROI)),
      second: await signedIn(browser, serverUrl, (page) => signIn(page, OTHER_MANAGER)),
    };
    const loan = await finder(request, states.first)(OF_ROI, { allows: 'undoRelease' });
    const first = await open(browser, serverUrl, locale, states.first, { viewport: { width: 1280, height: 800 } });
    const second = await open(browser, serverUrl, locale, states.second, {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    const button = text('undoRelease.button');

    await test.step('it is proposed with a reason', async () => {
      await visit(first, loan, locale);
      await first.getByRole('button', { name: button }).click();
      const dialog = first.getByRole('dialog');
      await dialog.getByLabel(text('undoRelease.reason')).fill('She does not need the money any more.');
      await expectAccessible(first);
      await dialog.getByRole('button', { name: text('undoRelease.enter') }).click();
      await expect(first.getByText(text('undoRelease.awaitsAnother'))).toBeVisible();
      await settle(first, text);
      await expectAccessible(first);
    });

    await test.step('the second person reads the reason and confirms', async () => {
      await visit(second, loan, locale);
      await expect(second.getByText('She does not need the money any more.').first()).toBeVisible();
      await settle(second, text);
      await expectAccessible(second);
      await second.getByRole('button', { name: text('undoRelease.confirm') }).click();
      await second
        .getByRole('alertdialog')
        .getByRole('button', { name: text('common.yesTo') })
        .click();
      await expect(second.getByText(text('undoRelease.done'))).toBeVisible();
      await expect(second.getByRole('button', { name: text('money.actions.releaseFunds') }).first()).toBeVisible();
    });

    await releaseAgain(first, loan);
    await first.context().close();
    await second.context().close();
  });
}
