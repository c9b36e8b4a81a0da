import { open, signedIn, visit } from './walk.ts';
import { BORROWER, expect, INVESTORS, STAFF_OF_ROI, test } from './world.ts';
test('shots', async ({ browser, baseURL, signIn }) => {
  test.setTimeout(300_000);
  const probe = await open(browser, baseURL as string, 'en', undefined, {});
  const isThere = await expect
    .poll(async () => (await (await probe.request.get('/api/mfi/figures')).json()).data.rows.length, {
      timeout: 60_000,
    })
    .toBeGreaterThan(0)
    .then(
      () => true,
      () => false,
    );
  console.log(
    'there',
    isThere,
    JSON.stringify((await (await probe.request.get('/api/mfi/figures')).json()).data).slice(0, 300),
  );
  console.log(await (await probe.request.get('/api/mfi/figures.csv')).text());
  console.log(await (await probe.request.get('/api/mfi/figures.csv?name=ROI')).text());
  const shoot = async (
    name: string,
    path: string,
    [locale, width, colorScheme]: readonly ['en' | 'be' | 'ar', number, 'light' | 'dark'],
    state?: Awaited<ReturnType<typeof signedIn>>,
    isPaper = false,
  ) => {
    const page = await open(browser, baseURL as string, locale, state, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    page.on('console', (message) => message.type() === 'error' && console.log(name, locale, width, message.text()));
    page.on('pageerror', (error) => console.log(name, locale, width, 'ERROR', error.message));
    await visit(page, path, locale);
    await page.waitForTimeout(1500);
    if (isPaper) await page.emulateMedia({ media: 'print' });
    console.log(
      name,
      locale,
      width,
      'overflow',
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    );
    await page.screenshot({ path: `/tmp/shots32/${name}-${locale}-${width}-${colorScheme}.png`, fullPage: true });
    await page.context().close();
  };
  for (const [path, look] of [
    ['/App/Figures', ['en', 1280, 'light']],
    ['/App/Figures/ROI', ['en', 360, 'light']],
    ['/App/Figures', ['be', 360, 'dark']],
    ['/App/Figures/ROI', ['ar', 1280, 'dark']],
    ['/App/Figures', ['ar', 360, 'light']],
    ['/App/Partner/ROI', ['en', 360, 'light']],
  ] as const)
    await shoot(path.slice(5).replace('/', '-'), path, look);
  const investor = await signedIn(browser, baseURL as string, (page) => signIn(page, INVESTORS[0]));
  const borrower = await signedIn(browser, baseURL as string, (page) => signIn(page, BORROWER));
  for (const look of [
    ['en', 1280, 'light'],
    ['be', 360, 'dark'],
    ['ar', 360, 'light'],
    ['ar', 1280, 'light'],
  ] as const)
    await shoot('letter', '/App/YearLetter/ROI', look, investor);
  await shoot('letter-borrower', '/App/YearLetter/ROI', ['en', 360, 'light'], borrower);
  await shoot('letter-paper', '/App/YearLetter/ROI', ['en', 720, 'dark'], investor, true);
  await shoot('letter-paper', '/App/YearLetter/ROI', ['ar', 720, 'light'], investor, true);
  const staff = await signedIn(browser, baseURL as string, (page) => signIn(page, STAFF_OF_ROI));
  for (const look of [
    ['en', 1280, 'light'],
    ['be', 360, 'dark'],
    ['ar', 360, 'light'],
  ] as const)
    await shoot('settlement', '/App/MFISettlements/ROI', look, staff);
  await shoot('settlement-paper', '/App/MFISettlements/ROI', ['en', 720, 'dark'], staff, true);
  await shoot('portfolio', '/App/Portfolio/ROI', ['en', 1280, 'light'], investor);
});
