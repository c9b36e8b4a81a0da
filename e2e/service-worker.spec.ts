import type { Page } from '@playwright/test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { nextStep, openNewProposal } from './new-proposal.ts';
import { savedAnswers } from './saved-answers.ts';
import { textsOf } from './texts.ts';
import { BUILD, copyAsNextBuild, NEXT, startFront } from './two-builds.ts';
import { BORROWER, expect, test } from './world.ts';

const text = textsOf('en');
const TITLE = 'A second machine, so my sister can sew too';

/** The name of the script that the page was started with. */
const scriptOf = (page: Page) => page.locator('script[type=module]').first().getAttribute('src');

const cachesOf = (page: Page) => page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'pictures'));

const stateOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return {
      isWaiting: !!registration?.waiting,
      isActive: registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null,
    };
  });

test('a new build leaves an open page alone, comes with the next visit, and takes the place of the old one', async ({
  browser,
  serverUrl,
  signIn,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-builds-'));
  await copyAsNextBuild(BUILD, folder);
  const id = (await readFile(path.join(BUILD, 'sources.sha256'), 'utf8')).slice(0, 12);
  const front = await startFront(BUILD, serverUrl);
  const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'allow' });
  const page = await context.newPage();

  await signIn(page, BORROWER);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/App/Borrow/ROI');
  await expect.poll(() => stateOf(page)).toEqual({ isWaiting: false, isActive: true });
  expect(await cachesOf(page)).toEqual([`files-${id}`]);
  const script = String(await scriptOf(page));

  await test.step('the open page keeps running, with the text typed in it', async () => {
    await openNewProposal(page, text);
    await nextStep(page, text);
    await page.getByRole('textbox', { name: text('proposal.title') }).fill('Seeds for the rains');
    await front.deploy(folder);
    expect((await fetch(front.url + script)).status).toBe(404);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
    await expect.poll(() => stateOf(page)).toEqual({ isWaiting: true, isActive: true });
    await expect(page.getByRole('textbox', { name: text('proposal.title') })).toHaveValue('Seeds for the rains');
    expect(await scriptOf(page)).toBe(script);
  });

  await test.step('parts of it that were not shown yet come from the cache', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: text('common.home') })
      .click();
    await page.getByRole('link', { name: TITLE }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Messages/ })
      .first()
      .click();
    await expect(page.getByPlaceholder(text('messages.placeholder'))).toBeVisible();
    await page.getByRole('button', { name: text('common.close') }).click();
    expect(await scriptOf(page)).toBe(script);
  });

  await test.step('a page that is nowhere any more says so, and comes from the new build', async () => {
    await page.getByRole('button', { name: text('common.accountMenu') }).click();
    await page.getByRole('menuitem', { name: text('common.profile') }).click();
    await page
      .getByRole('alert')
      .getByRole('button', { name: text('common.tryAgain') })
      .click();
    await expect.poll(() => scriptOf(page)).toContain(NEXT);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('typed text is there in the new build', async () => {
    await page.goto('/App/Borrow/ROI');
    await openNewProposal(page, text);
    await nextStep(page, text);
    await expect(page.getByRole('textbox', { name: text('proposal.title') })).toHaveValue('Seeds for the rains');
  });

  await test.step('once no page is open, the new build starts without a network', async () => {
    await page.close();
    let later = await context.newPage();
    // A file that was still under way to the closed page keeps the old worker for one more visit.
    const visit = async () => {
      await later.close();
      later = await context.newPage();
      await later.goto('/App/Borrow/ROI');
      return stateOf(later);
    };
    await expect.poll(visit).toEqual({ isWaiting: false, isActive: true });
    await expect.poll(() => cachesOf(later)).toEqual([`files-${NEXT}`]);
    // The new build does not show the old one's saved answers.
    await expect.poll(() => savedAnswers(later)).toContain(`${NEXT}.js`);
    await expect.poll(() => savedAnswers(later)).toContain(TITLE);
    await context.setOffline(true);
    await later.reload();
    await expect(later.getByRole('link', { name: TITLE }).first()).toBeVisible();
    expect(await scriptOf(later)).toContain(NEXT);
  });

  await context.close();
  await front.close();
  await rm(folder, { recursive: true });
});
