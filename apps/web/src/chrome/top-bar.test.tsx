import { expect, test, vi } from 'vitest';
import { changeLanguage } from '../lib/load-texts.ts';
import { BROKEN, fake } from '../test/fake-endpoint.ts';
import { ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { TopBar } from './top-bar.tsx';

vi.mock(import('../lib/load-texts.ts'), { spy: true });

test('the start page offers all institutions that there are', async () => {
  fake('listMfis', () => [ROI, { ...ROI, id: '4', name: 'SUNRISE' }]);
  const screen = await renderPage(<TopBar mfi={ROI} isStartPage />, { path: '/App/Start/ROI' });
  const choice = screen.getByRole('combobox', { name: 'Partner' });
  await expect.element(choice).toHaveValue('ROI');
  await choice.selectOptions('SUNRISE');
  expect(location.pathname).toBe('/App/Start/SUNRISE');
});

test('another language is not chosen while its texts cannot be had', async () => {
  vi.mocked(changeLanguage).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const screen = await renderPage(<TopBar mfi={ROI} isStartPage={false} />, { path: '/App/Home' });
  const choice = screen.getByRole('combobox', { name: 'Language' });
  await choice.selectOptions('বাংলা');
  await expect.element(screen.getByText(/check your network/)).toBeVisible();
  await expect.element(choice).toHaveValue('en');
});

test('the institution of the page stays chosen while the others are not known', async () => {
  fake('listMfis', () => BROKEN);
  const screen = await renderPage(<TopBar mfi={ROI} isStartPage />, { path: '/App/Start/ROI' });
  await expect.element(screen.getByRole('combobox', { name: 'Partner' })).toHaveValue('ROI');
});
