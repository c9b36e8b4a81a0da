/**
 * Takes the pictures of “An officer’s Monday” in the guide anew, each moment in three languages: `node scripts/guide-pictures.ts`
 * after a change of a panel that they show, committed with it.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { SEED_PASSWORD } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { type Locale, type Texts, textsOf } from '../e2e/texts.ts';
import { CHROMIUM } from './chromium.ts';

/** The officer who reads the files of the demo, and the colleague who agrees the day. */
const OFFICER = '+12025550102';
const COLLEAGUE = '+12025550105';
const FOLDER = 'apps/server/src/features/guide/pictures';
/** Narrow enough to be read when a phone shrinks it, at twice as many points. */
const LOOK = { viewport: { width: 480, height: 1600 }, deviceScaleFactor: 2, reducedMotion: 'reduce' } as const;
/** Letters show no loss at this quality, and more effort only costs time once. */
const WEBP = { quality: 72, effort: 6, smartSubsample: true } as const;
/** A machine with other work gets this long for each step. */
const PATIENCE_MS = 120_000;
/** The closing balance of the statement that the demo has read already. */
const CLOSING_CENTS = 133_850;
const LOCALES = ['en', 'be', 'ar'] as const;

type Desk = { readonly page: Page; readonly text: Texts };

const browser = await chromium.launch(CHROMIUM);
const { url, stop } = await startServer({ SEED: 'money' });
try {
  await Promise.all(LOCALES.map((locale) => mkdir(path.join(FOLDER, locale), { recursive: true })));
  await takeMonday(await open(OFFICER), await open(COLLEAGUE));
} finally {
  await browser.close();
  await stop();
}

async function takeMonday(officer: Page, colleague: Page): Promise<void> {
  const buffer = await statementOfToday(officer);
  const english = textsOf('en');
  await officer.locator('input[type=file]').setInputFiles({ name: 'bank.sta', mimeType: 'text/plain', buffer });
  await officer.getByText(saidIn(english, 'desk.counts')).waitFor();
  await takeIn(officer, 'sure', 'desk.lines', ({ page, text }) =>
    page.getByText(saidIn(text, 'desk.rule.reference')).nth(2).waitFor(),
  );
  await inLanguage(officer, 'en');
  await officer.getByRole('button', { name: english('desk.bookMany') }).click();
  await officer.getByRole('alertdialog').getByRole('button').last().click();
  await officer.getByText(saidIn(english, 'desk.booked')).waitFor();
  await takeIn(officer, 'look', 'desk.lines', async ({ page, text }) => {
    await page.getByRole('tab', { name: text('desk.pile.look') }).click();
    await page.getByText(saidIn(text, 'desk.rule.corrected')).waitFor();
  });
  await takeIn(officer, 'position', 'desk.position', ({ page, text }) =>
    page.getByText(saidIn(text, 'desk.mustHold')).first().waitFor(),
  );
  await inLanguage(colleague, 'en');
  await colleague
    .getByRole('button', { name: english('desk.agree') })
    .first()
    .click();
  await colleague.getByText(saidIn(english, 'desk.agreedBy')).first().waitFor();
  await takeIn(colleague, 'days', 'desk.days', ({ page, text }) =>
    page
      .getByRole('button', { name: saidIn(text, 'desk.day.agreed') })
      .first()
      .click(),
  );
}

/** A moment of the day in each language, once `reach` has come to it. */
async function takeIn(page: Page, name: string, title: string, reach: (desk: Desk) => Promise<void>): Promise<void> {
  for (const locale of LOCALES) {
    const text = await inLanguage(page, locale);
    await reach({ page, text });
    const heading = page.getByRole('heading', { level: 2, name: text(title) });
    const panel = page.locator('section').filter({ has: heading });
    const shot = await panel.screenshot({ style: '[role=status], nav { display: none !important }' });
    await sharp(shot)
      .webp(WEBP)
      .toFile(path.join(FOLDER, locale, `monday-${name}.webp`));
  }
}

async function inLanguage(page: Page, locale: Locale): Promise<Texts> {
  await page.context().addCookies([{ name: 'language', value: locale, url }]);
  await page.evaluate((language) => localStorage.setItem('language', language), locale);
  await page.goto('/App/MFIMoney/FATEN');
  return textsOf(locale);
}

/** The beginning of a sentence, which references may follow. */
function saidIn(text: Texts, key: string): RegExp {
  return new RegExp(text(key).source.replace(/\$$/, ''));
}

async function open(phone: string): Promise<Page> {
  const context = await browser.newContext({ ...LOOK, baseURL: url, colorScheme: 'light', timezoneId: 'Asia/Dili' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await signIn(page, phone);
  await inLanguage(page, 'en');
  return page;
}

async function signIn(page: Page, phone: string): Promise<void> {
  await page.goto('/App/Login');
  await page.locator('input[type=tel]').fill(phone);
  await page.locator('input[type=password]').fill(SEED_PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/\/App\/(Home|MFIProposals)/i);
}

/** The money that two backers still owe, as their bank would send it today. */
async function statementOfToday(page: Page): Promise<Buffer> {
  const token = await page.evaluate(() => localStorage.getItem('sathi.auth.accessToken'));
  const ask = async <Data>(address: string): Promise<Data> => {
    const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: Data }).data;
  };
  type Debtor = { readonly name: string; readonly reference: string; readonly amountDue: number };
  const debtors = await ask<Debtor[]>('/api/mfi/awaited?mfiId=2&sort=payBy');
  const [account] = await ask<{ readonly number: string }[]>('/api/mfi/accounts?mfiId=2');
  const day = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  const sum = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
  const paid = debtors.slice(0, 2);
  const lines = paid.flatMap(({ name, reference, amountDue }, index) => [
    `:61:${day}${day.slice(2)}C${sum(amountDue * 100)}NTRFNONREF//BN88150${index}`,
    `:86:${reference} /NAME/${name}`,
  ]);
  const closing = paid.reduce((cents, { amountDue }) => cents + amountDue * 100, CLOSING_CENTS);
  return Buffer.from(
    [
      ':20:FATEN',
      `:25:${account?.number.replaceAll(' ', '')}`,
      `:60F:C${day}USD${sum(CLOSING_CENTS)}`,
      ...lines,
      `:62F:C${day}USD${sum(closing)}`,
      '-',
      '',
    ].join('\n'),
  );
}
