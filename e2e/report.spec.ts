import type { Page } from '@playwright/test';
import { lostWords } from './lost-words.ts';
import { textsOf } from './texts.ts';
import { expect, INVESTORS, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const TITLE = 'A cart of my own for fresh vegetables';
const ITS_OWNER = '+12025550118';
const OTHER_MANAGER = '+12025550106';
const REASON = 'A child of the neighbours can be recognised.';
const APPEAL = 'It is my own child, and the picture is of the cart.';
const ANSWER = 'You are right: the picture shows the cart alone.';

/** A phone whose storage is slower than the network: its saved copy of a page comes after the server's answer. */
async function slowSavedAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(IDBRequest.prototype, 'onsuccess', {
      set(this: IDBRequest, heard: (event: Event) => void) {
        const hear = (event: Event) => {
          heard.call(this, event);
          if (this.result?.clientState) document.documentElement.dataset.savedAnswers = 'read';
        };
        this.addEventListener('success', (event) => setTimeout(hear, 400, event));
      },
    });
  });
}

const inEnglish = textsOf('en');
const inBengali = textsOf('be');
const inArabic = textsOf('ar');

test('a reported proposal is hidden, decided, appealed for and shown again (R14.4, R34.6)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const reporter = await openAs('ar', { ...PHONE_SIZED, colorScheme: 'dark' });
  await signIn(reporter, INVESTORS[1]);
  await reporter.goto('/App/Invest/ROI');
  await reporter.getByRole('searchbox').fill(TITLE);
  await reporter.getByRole('link', { name: TITLE }).first().click();
  await reporter.waitForURL(/\/App\/proposal/);
  const address = reporter.url();

  await test.step('a backer to be reports it for the privacy of a child, and it is gone', async () => {
    await reporter.getByRole('button', { name: inArabic('report.action') }).click();
    const dialog = reporter.getByRole('dialog', { name: inArabic('report.titleProposal') });
    await dialog.getByRole('button', { name: inArabic('report.send') }).click();
    await expect(dialog.locator('[aria-invalid=true]')).toBeVisible();
    await expectAccessible(reporter);
    await dialog.getByLabel(inArabic('report.reason')).selectOption('child_privacy');
    await dialog.getByRole('button', { name: inArabic('report.send') }).click();
    await expect(dialog).toBeHidden();
    await slowSavedAnswers(reporter);
    await reporter.goto(address);
    await reporter.locator('[data-saved-answers=read]').waitFor();
    await expect(reporter.getByText(inArabic('proposal.notFoundText'))).toBeVisible();
  });

  const owner = await openAs('en', PHONE_SIZED);
  await test.step('its owner still sees it, with a note, in English', async () => {
    await signIn(owner, ITS_OWNER);
    await owner.goto(address);
    await expect(owner.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(owner.getByText(inEnglish('report.hiddenProposal'))).toBeVisible();
    await expectAccessible(owner);
  });

  await test.step('staff look at it and hide it for good, with a reason', async () => {
    const staff = await openAs('be', PHONE_SIZED);
    await signIn(staff, STAFF_OF_ROI);
    await staff.goto('/App/MFIProposals/ROI');
    await staff.getByRole('tab', { name: inBengali('reports.linkCount') }).click();
    await staff.getByRole('link', { name: inBengali('reports.linkCount') }).click();
    await expect(staff.getByRole('heading', { name: inBengali('reports.kindProposal') })).toBeVisible();
    await expectAccessible(staff);
    await staff.getByRole('button', { name: inBengali('reports.decide') }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption('hidden_for_good');
    await dialog.getByLabel(inBengali('reports.why')).fill(REASON);
    await expectAccessible(staff);
    expect(await lostWords(staff)).toEqual([]);
    await dialog.getByRole('button', { name: inBengali('reports.decide') }).click();
    await expect(staff.getByText(inBengali('reports.none'))).toBeVisible();
    await staff.context().close();
  });

  await test.step('its owner reads the reason and appeals', async () => {
    await owner.goto(address);
    await expect(owner.getByText(REASON).first()).toBeVisible();
    await owner.getByRole('button', { name: inEnglish('report.appeal') }).click();
    const dialog = owner.getByRole('dialog', { name: inEnglish('report.appeal') });
    await dialog.getByRole('textbox').fill(APPEAL);
    await expectAccessible(owner);
    await dialog.getByRole('button', { name: inEnglish('report.appealSend') }).click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByRole('button', { name: inEnglish('report.appeal') })).toHaveCount(0);
  });

  await test.step('another member answers, and the note is gone', async () => {
    const other = await openAs('ar', { ...PHONE_SIZED, colorScheme: 'dark' });
    await signIn(other, OTHER_MANAGER);
    await other.goto('/App/MFIReports/ROI');
    await expect(other.getByText(APPEAL)).toBeVisible();
    await other.getByRole('button', { name: inArabic('reports.answer') }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption('shown');
    await dialog.getByLabel(inArabic('reports.why')).fill(ANSWER);
    await expectAccessible(other);
    expect(await lostWords(other)).toEqual([]);
    await dialog.getByRole('button', { name: inArabic('reports.answer') }).click();
    await expect(other.getByText(inArabic('reports.none'))).toBeVisible();
    await expectAccessible(other);
    await owner.goto(address);
    await expect(owner.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(owner.getByText(inEnglish('report.hiddenForGood'))).toHaveCount(0);
  });
});
