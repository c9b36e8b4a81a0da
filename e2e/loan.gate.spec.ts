import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type Locale, type Texts, textsOf } from './texts.ts';
import { fillNewProposal, nextStep, openNewProposal } from './new-proposal.ts';
import { registerThroughScreens } from './register.ts';
import { LOCALES } from './walk.ts';
import { expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';

type Journey = {
  readonly name: string;
  readonly locale: Locale;
  /** 40, in the digits that some people of this language type. */
  readonly forty: string;
  readonly context: BrowserContextOptions;
};

const PHONE_SIZED = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

const ALL_JOURNEYS: readonly Journey[] = [
  { name: 'in English on a desk', locale: 'en', forty: '40', context: { viewport: { width: 1280, height: 800 } } },
  { name: 'in Bengali on a dark phone', locale: 'be', forty: '৪০', context: { ...PHONE_SIZED, colorScheme: 'dark' } },
  { name: 'in Arabic on a phone', locale: 'ar', forty: '٤٠', context: PHONE_SIZED },
];
const JOURNEYS = ALL_JOURNEYS.filter(({ locale }) => LOCALES.includes(locale));

/** A browser of their own for one person, in the journey's language. */
async function openFor(browser: Browser, baseURL: string, { locale, context }: Journey): Promise<Page> {
  const own = await browser.newContext({ baseURL, ...context });
  await own.addCookies([{ name: 'language', value: locale, url: baseURL }]);
  await own.addInitScript((language) => localStorage.setItem('language', language), locale);
  return own.newPage();
}

/** Native dialogs, plain or alert; the one opened last is on top. */
const openDialog = (page: Page) => page.locator('dialog[open]').last();

type Look = (page: Page) => Promise<void>;

async function writeProposal(page: Page, text: Texts, title: string, look: Look): Promise<void> {
  await openNewProposal(page, text);
  await nextStep(page, text);
  await nextStep(page, text);
  await expect(page.getByRole('textbox', { name: text('proposal.title') })).toHaveAttribute('aria-invalid', 'true');
  await page.goBack();
  const description = 'Two looms and the yarn for a season.';
  const written = { title, description, amount: '100', months: '12', neededOn: '2030-05-31' };
  await fillNewProposal(page, text, written, look);
  await page.getByRole('button', { name: text('proposal.publish') }).click();
  await expect(page.getByRole('heading', { name: text('proposal.published') })).toBeVisible();
  await expect(page.getByRole('link', { name: text('share.onWhatsApp') })).toBeVisible();
  await look(page);
  // The proposal is sent for good: back leads out of the steps.
  await page.goBack();
  await expect(page).toHaveURL(/\/App\/(Home|Borrow)\//);
}

/** Finds the proposal in the public list and returns the address of its page. */
async function findProposal(page: Page, text: Texts, title: string): Promise<string> {
  await page.goto('/App/Invest/ROI');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await page.waitForURL(/\/App\/proposal/);
  await expect(page.getByRole('button', { name: text('money.actions.invest') })).toBeVisible();
  return page.url();
}

async function back(page: Page, text: Texts, amount: string | null): Promise<void> {
  await page.getByRole('button', { name: text('money.actions.invest') }).click();
  const dialog = openDialog(page);
  if (amount === null) await dialog.getByRole('button', { name: text('money.invest.rest') }).click();
  else await dialog.getByLabel(text('money.invest.amount')).fill(amount);
  await dialog.getByRole('button', { name: text('common.review') }).click();
  await dialog.getByRole('button', { name: text('money.invest.submit') }).click();
  await dialog.getByRole('button', { name: text('money.done') }).click();
}

async function withdraw(page: Page, text: Texts): Promise<void> {
  await page.getByRole('button', { name: text('money.actions.withdraw') }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel(text('money.withdraw.accountName')).fill('Rahima Begum');
  await dialog.getByLabel(text('money.withdraw.accountNumber')).fill('0044556677');
  await dialog.getByLabel(text('money.withdraw.bankName')).fill('Sonali');
  await dialog.getByRole('button', { name: text('common.review') }).click();
  await dialog.getByRole('button', { name: text('money.withdraw.submit') }).click();
  await expect(page.getByText('••••6677')).toBeVisible();
}

async function repay(page: Page, text: Texts, which: 'instalment' | 'everything'): Promise<void> {
  await page.getByRole('button', { name: text('money.actions.repay') }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('button', { name: text(`money.repay.${which}`) }).click();
  await dialog.getByRole('button', { name: text('common.review') }).click();
  await dialog.getByRole('button', { name: text('money.repay.submit') }).click();
  await expect(page.getByText(text('money.repay.success'))).toBeVisible();
}

for (const journey of JOURNEYS) {
  test(`a loan goes from the first word to the last cent through the screens, ${journey.name}`, async ({
    browser,
    baseURL,
    signIn,
    latestCode,
    expectAccessible,
  }) => {
    const text = textsOf(journey.locale);
    const title = `Looms for two sisters ${journey.locale}`;
    const open = () => openFor(browser, baseURL as string, journey);
    const [borrower, first, second, officer] = [await open(), await open(), await open(), await open()];

    await registerThroughScreens(borrower, text, latestCode);
    await expectAccessible(borrower);
    await writeProposal(borrower, text, title, expectAccessible);

    await signIn(first, INVESTORS[0]);
    const address = await findProposal(first, text, title);
    await expectAccessible(first);
    await back(first, text, journey.forty);
    await signIn(second, INVESTORS[1]);
    await second.goto(address);
    await back(second, text, null);
    await expectAccessible(second);

    await signIn(officer, STAFF_OF_ROI);
    await officer.waitForURL(/\/App\/MFIProposals/i);
    await expectAccessible(officer);
    await officer.goto(address);
    await officer.getByRole('button', { name: text('money.actions.approve') }).click();
    await openDialog(officer)
      .getByRole('button', { name: text('common.yesTo') })
      .click();
    await officer.getByRole('button', { name: text('money.actions.releaseFunds') }).click();
    await expectAccessible(officer);
    await openDialog(officer)
      .getByRole('button', { name: text('mfi.release.submit') })
      .click();

    await borrower.goto(address);
    await withdraw(borrower, text);
    await officer.reload();
    await officer.getByRole('button', { name: text('money.withdrawals.markSent') }).click();
    await openDialog(officer).getByLabel(text('money.withdrawals.referenceField')).fill('TRX 4711');
    await openDialog(officer)
      .getByRole('button', { name: text('money.withdrawals.markSent') })
      .click();
    await expect(officer.getByText('TRX 4711').first()).toBeVisible();
    await borrower.reload();
    await borrower.getByRole('button', { name: text('money.withdrawals.received') }).click();
    await openDialog(borrower)
      .getByRole('button', { name: text('common.yesTo') })
      .click();
    await expectAccessible(borrower);

    for (const which of ['instalment', 'everything'] as const) {
      await repay(borrower, text, which);
      await officer.reload();
      await officer.getByRole('button', { name: text('money.payments.approveWhich') }).click();
      await openDialog(officer).getByRole('button').last().click();
      await expect(officer.getByText(text('money.payments.approvedToast'))).toBeVisible();
      await borrower.reload();
    }

    await first.reload();
    await expect(first.getByText(text('common.statusRepaid')).first()).toBeVisible();
    await expectAccessible(first);
    await first.goto('/App/Portfolio/ROI');
    await expect(first.getByRole('link', { name: title }).first()).toBeVisible();
    await expectAccessible(first);
    for (const page of [borrower, first, second, officer]) await page.context().close();
  });
}
