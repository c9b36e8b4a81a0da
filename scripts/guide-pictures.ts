import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { SEED_PASSWORD } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { type Locale, textsOf } from '../e2e/texts.ts';
import { CHROMIUM } from './chromium.ts';

/** The officer who reads the files of the demo, and the colleague who agrees the day. */
const OFFICER = '+12025550102';
const COLLEAGUE = '+12025550105';
const FOLDER = 'apps/server/src/features/guide/pictures';
/** As wide as the text of the guide, at twice as many points. */
const LOOK = { viewport: { width: 720, height: 1600 }, deviceScaleFactor: 2, reducedMotion: 'reduce' } as const;
/** Of the statement that the demo has read already. */
const CLOSING_CENTS = 133_850;

/** Takes the pictures of “An officer’s Monday” anew, each language on a server of its own: `node scripts/guide-pictures.ts`. */
const browser = await chromium.launch(CHROMIUM);
for (const locale of ['en', 'be', 'ar'] as const) await takePictures(browser, locale);
await browser.close();

async function takePictures(of: Browser, locale: Locale): Promise<void> {
  const { url, stop } = await startServer({ SEED: 'money' });
  const text = textsOf(locale);
  try {
    const open = async (phone: string): Promise<Page> => {
      const context = await of.newContext({ ...LOOK, baseURL: url, colorScheme: 'light', timezoneId: 'Asia/Dili' });
      await context.addCookies([{ name: 'language', value: locale, url }]);
      await context.addInitScript((language) => localStorage.setItem('language', language), locale);
      const page = await context.newPage();
      await signIn(page, phone);
      await page.goto('/App/MFIMoney/FATEN');
      return page;
    };
    const panel = (page: Page, title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: text(title) }) });
    const take = async (page: Page, name: string, title: string) => {
      const file = path.join(FOLDER, locale, `monday-${name}.png`);
      await panel(page, title).screenshot({ path: file, style: '[role=status] { visibility: hidden }' });
    };
    await mkdir(path.join(FOLDER, locale), { recursive: true });

    const officer = await open(OFFICER);
    const tab = (name: string) => officer.getByRole('tab', { name: text(`desk.pile.${name}`) });
    const buffer = await statementOfToday(officer);
    await officer.locator('input[type=file]').setInputFiles({ name: 'bank.sta', mimeType: 'text/plain', buffer });
    await officer.getByText(text('desk.counts')).waitFor();
    await officer.getByText(text('desk.rule.reference')).nth(2).waitFor();
    await take(officer, 'sure', 'desk.lines');
    await officer.getByRole('button', { name: text('desk.bookMany') }).click();
    await officer.getByRole('alertdialog').getByRole('button').last().click();
    await officer.getByText(text('desk.booked')).waitFor();
    await tab('look').click();
    await officer.getByText(text('desk.rule.corrected')).waitFor();
    await take(officer, 'look', 'desk.lines');
    await take(officer, 'position', 'desk.position');

    const colleague = await open(COLLEAGUE);
    await colleague
      .getByRole('button', { name: text('desk.agree') })
      .first()
      .click();
    await colleague.getByText(text('desk.agreedBy')).waitFor();
    await take(colleague, 'days', 'desk.days');
  } finally {
    await stop();
  }
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
