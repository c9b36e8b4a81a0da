import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import StartPage from './start-page.tsx';

beforeEach(() => {
  fake('findMfi', () => ROI);
  fake('mfiShowcase', () => ({ lent: 780, repaid: 200, borrowersCount: 4, backersCount: 9, proposals: [] }));
});

const show = (state: unknown = null) => renderPage(<StartPage />, { path: '/App/Start/ROI', state });

test.each([
  ['I want to borrow', null, '/App/Borrow/ROI'],
  ['I want to help', { returnTo: '/App/proposal?mfi=ROI&id=7' }, '/App/proposal?mfi=ROI&id=7'],
])('the door “%s” leads a visitor with %o through the registration to its page', async (name, state, returnTo) => {
  const screen = await show(state);
  await screen
    .getByRole('list')
    .first()
    .getByRole('link', { name: new RegExp(name) })
    .click();
  expect(location.pathname).toBe('/App/Register/ROI');
  expect(history.state).toEqual({ returnTo });
});

test('a visitor who wants to help looks around first', async () => {
  const screen = await show();
  const door = screen.getByRole('link', { name: /I want to help/ });
  await expect.element(door.first()).toHaveAttribute('href', '/App/Invest/ROI');
});

test('the doors lead a person signed in straight to their pages', async () => {
  startSession('token', RAHIMA);
  const screen = await show();
  const door = screen.getByRole('link', { name: /I want to borrow/ });
  await expect.element(door.first()).toHaveAttribute('href', '/App/Borrow/ROI');
});

test('a visitor who came from a loan is told so first, with two ways on that keep the loan in the address', async () => {
  fake('findProposal', () => SEWING_MACHINE);
  const screen = await renderPage(<StartPage />, { path: '/App/Start/ROI?back=169' });
  const ahead = screen.getByRole('region', { name: /You are about to back .*Sewing machine/ });
  await expect
    .element(ahead.getByRole('link', { name: 'Create account' }))
    .toHaveAttribute('href', '/App/Register/ROI?back=169');
  await expect.element(ahead.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/App/Login/ROI?back=169');
  expect(screen.getByRole('link', { name: 'Get started' }).elements()).toEqual([]);
});

test.each([
  ['is gone', { refusal: 'not_found' as const }],
  ['cannot be backed before its check (R2.3)', { ...SEWING_MACHINE, isMFIApproved: false }],
])('a loan that %s leaves the start page as it is', async (_, answer) => {
  fake('findMfi', () => ({ ...ROI, approveBeforeBacking: true }));
  fake('findProposal', () => answer);
  const screen = await renderPage(<StartPage />, { path: '/App/Start/ROI?back=169' });
  await expect.element(screen.getByRole('link', { name: 'Get started' })).toBeVisible();
  expect(screen.getByText(/You are about to back/).elements()).toEqual([]);
});

test('the institution stands with its phone, its website and its figures', async () => {
  const screen = await show();
  const partner = screen.getByRole('region', { name: 'Your local partner: ROI' });
  await expect.element(partner.getByRole('link', { name: ROI.phone })).toHaveAttribute('href', `tel:${ROI.phone}`);
  await expect.element(partner.getByRole('link', { name: /roi.example/ })).toHaveAttribute('href', ROI.website);
  await expect.element(partner.getByText('$780')).toBeVisible();
});

test('a welcome in another language than the page says so to browsers', async () => {
  fake('findMfi', () => ({ ...ROI, slogan: 'পাশে আছি', welcomeMessage: 'Welcome, neighbour' }));
  const screen = await show();
  await expect.element(screen.getByText('পাশে আছি')).toHaveAttribute('lang', 'bn');
  await expect.element(screen.getByRole('heading', { name: 'Welcome, neighbour' })).not.toHaveAttribute('lang');
});
