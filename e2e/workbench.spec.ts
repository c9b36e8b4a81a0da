import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';
import { expect, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const text = textsOf('en');
/** The height of a row on a desk, and the least of one on a phone. */
const [ROW, PHONE_ROW] = [48, 64];

async function heightsOfRows(page: Page): Promise<number[]> {
  const boxes = await Promise.all((await page.locator('tbody tr').all()).map((row) => row.boundingBox()));
  return boxes.map((box) => Math.round(box?.height ?? 0));
}

test('an officer checks one proposal after the other with three keys, and their rows are 48 px high', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, STAFF_OF_ROI);
  await expect(page.getByRole('table')).toBeVisible();
  const rows = await heightsOfRows(page);
  expect(new Set(rows)).toEqual(new Set([ROW]));
  expect((await page.getByRole('group', { name: text('mfi.stats.title') }).boundingBox())?.y).toBeLessThan(300);
  await expectAccessible(page);

  await page
    .getByRole('button', { name: text('mfi.review.openWhich') })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: text('mfi.review.title') });
  await expect(dialog.getByRole('heading', { level: 3 })).toBeFocused();
  const title = (await dialog.getByRole('heading', { level: 3 }).textContent()) ?? '';
  await expect(dialog.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\+/);
  await expectAccessible(page);

  await page.keyboard.press('a');
  await expect(dialog.getByRole('alert')).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await page.keyboard.press('a');
  await expect(page.getByText(text('mfi.approve.success'))).toBeVisible();
  await expect(page.getByRole('dialog', { name: `Check: 2 of ${rows.length}` })).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 3 })).toBeFocused();
  for (let left = rows.length - 1; left > 0; left -= 1) await page.keyboard.press('n');
  await expect(page.getByText(text('mfi.review.done'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tabpanel').getByText(title, { exact: true })).toHaveCount(0);
});

test('on a phone a row is two lines that open the case over the whole window', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const page = await openAs('en', PHONE_SIZED);
  await signIn(page, STAFF_OF_ROI);
  await page.getByRole('tab', { name: /^Payments to approve: / }).click();
  await expect(page.getByRole('table')).toBeVisible();
  for (const height of await heightsOfRows(page)) expect(height).toBeGreaterThanOrEqual(PHONE_ROW);
  expect(Math.max(...(await heightsOfRows(page)))).toBeLessThanOrEqual(80);
  await page.getByRole('tab', { name: /^To approve: / }).click();
  await page.getByRole('table').getByRole('link').first().click();
  const dialog = page.getByRole('dialog', { name: text('mfi.review.title') });
  await expect(dialog.getByRole('heading', { level: 3 })).toBeFocused();
  const { width, height } = (await dialog.boundingBox()) ?? { width: 0, height: 0 };
  expect([Math.round(width), Math.round(height)]).toEqual([page.viewportSize()?.width, page.viewportSize()?.height]);
  await expectAccessible(page);
  await page.context().close();
});

test('staff find a person, see their loans and phone, and leave a note for their colleagues', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, STAFF_OF_ROI);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('nav.people') })
    .click();
  await page.getByRole('textbox', { name: text('people.search') }).fill('Lakshmi');
  const lakshmi = page.getByRole('table').getByRole('link', { name: 'Lakshmi Naskar', exact: true });
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Call Lakshmi Naskar: \+/ })).toBeVisible();
  await expectAccessible(page);
  await lakshmi.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lakshmi Naskar' })).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: text('people.loans') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: text('people.note') }).fill('Prefers a call in the evening.');
  await page.getByRole('button', { name: text('people.noteSubmit') }).click();
  const notes = page.getByRole('list', { name: text('people.notes') });
  await expect(notes.getByText('Prefers a call in the evening.')).toBeVisible();
  await expectAccessible(page);
});
