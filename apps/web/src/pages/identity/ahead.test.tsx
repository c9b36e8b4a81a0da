import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import LoginPage from './login-page.tsx';

beforeEach(() => fake('findMfi', () => ROI));

const show = async (width: number, state: unknown = null) => {
  await page.viewport(width, 800);
  return renderPage(<LoginPage />, { path: '/App/Login/ROI', state });
};

test('a wide screen shows the loan that a visitor came for beside the form', async () => {
  fake('findProposal', ({ query }) => ({ ...SEWING_MACHINE, id: query.id }));
  const screen = await show(1280, { returnTo: `/App/proposal?mfi=ROI&id=${SEWING_MACHINE.id}` });
  const beside = screen.getByRole('complementary');
  await expect.element(beside.getByRole('heading', { name: SEWING_MACHINE.title })).toBeVisible();
});

test('without a loan the institution and its phone stand there, and on a phone nothing does', async () => {
  const screen = await show(1280);
  const phone = screen.getByRole('complementary').getByRole('link', { name: ROI.phone });
  await expect.element(phone).toBeVisible();
  await page.viewport(360, 740);
  await expect.element(phone).not.toBeInTheDocument();
});
