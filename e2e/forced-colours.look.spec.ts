import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { textsOf } from './texts.ts';
import { finder, open, settle, signedIn, visit } from './walk.ts';
import { expect, INVESTORS, test } from './world.ts';

const THEIRS = '/api/borrow/proposalsNotByUserAddress?limit=50';
/** Its album has more pictures than one, and its amount is partly backed. */
const WITH_ALBUM = 'A second machine, so my sister can sew too';
/** Sums of red, green and blue that differ by less look the same. */
const LEAST_DIFFERENCE = 60;

test('in forced colours the bar of a loan, the dots of its album and the keys of a chart can be told apart', async ({
  browser,
  baseURL,
  request,
  signIn,
}) => {
  const url = baseURL as string;
  const state = await signedIn(browser, url, (page) => signIn(page, INVESTORS[0]));
  const loan = await finder(request, state)(THEIRS, { title: WITH_ALBUM });
  const page = await open(browser, url, 'en', state, { forcedColors: 'active' });

  await test.step('the bar', async () => {
    await visit(page, loan, 'en');
    await settle(page, textsOf('en'));
    const bar = page.getByRole('progressbar').first();
    const { width, height } = await sharp(await bar.screenshot()).metadata();
    const end = { left: width - 12, top: Math.floor(height / 2) - 1, width: 4, height: 2 };
    const beginning = { ...end, left: 8 };
    expect(await difference(bar, beginning, bar, end)).toBeGreaterThan(LEAST_DIFFERENCE);
  });

  await test.step('the dots', async () => {
    const dots = page.locator('[class*=dots_] > [class*=dot_]');
    expect(await difference(dots.nth(0), null, dots.nth(1), null)).toBeGreaterThan(LEAST_DIFFERENCE);
  });

  await test.step('the keys', async () => {
    await visit(page, '/App/Portfolio/ROI', 'en');
    await settle(page, textsOf('en'));
    const keys = page.locator('main [class*=swatch_]');
    expect(await difference(keys.nth(0), null, keys.nth(1), null)).toBeGreaterThan(LEAST_DIFFERENCE);
  });
  await page.context().close();
});

type Part = { left: number; top: number; width: number; height: number };

/** How far apart the colours of two things, or of a part of them, are on the average. */
async function difference(one: Locator, ofOne: Part | null, other: Locator, ofOther: Part | null): Promise<number> {
  const [first, second] = await Promise.all([colourOf(one, ofOne), colourOf(other, ofOther)]);
  return first.reduce((sum, value, place) => sum + Math.abs(value - second[place]!), 0);
}

async function colourOf(place: Locator, part: Part | null): Promise<number[]> {
  await place.scrollIntoViewIfNeeded();
  const picture = await place.screenshot();
  const shown = part === null ? picture : await sharp(picture).extract(part).toBuffer();
  const { channels } = await sharp(shown).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}
