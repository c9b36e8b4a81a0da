import { expect, test } from 'vitest';
import { OFFICER, RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { ProfileMenu } from './profile-menu.tsx';

test('the test network stands in the menu of staff alone', async () => {
  const officer = await renderPage(<ProfileMenu user={OFFICER} />, { path: '/App/Home/ROI' });
  await officer.getByRole('button', { name: 'Your account' }).click();
  await expect
    .element(officer.getByRole('menuitem', { name: 'Test network' }))
    .toHaveAttribute('href', '/CasperAssets');
  await officer.unmount();

  const borrower = await renderPage(<ProfileMenu user={RAHIMA} />, { path: '/App/Home/ROI' });
  await borrower.getByRole('button', { name: 'Your account' }).click();
  await expect.element(borrower.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  expect(borrower.getByRole('menuitem', { name: 'Test network' }).elements()).toEqual([]);
});
