import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { navigate } from 'wouter/use-browser-location';
import people from 'virtual:catalogue/people.en';
import staff from 'virtual:catalogue/staff.en';
import { App } from './app.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { wholeTexts } from './lib/text.tsx';
import { ROUTES } from './routes.tsx';
import { fake } from './test/fake-endpoint.ts';
import { startSession } from './lib/session.ts';
import { OFFICER, ROI } from './test/people.ts';
import { proposalPage } from './test/proposal-cards.ts';

const PRIVATE = ROUTES.filter(({ needsSession, visitorPage }) => needsSession && !visitorPage).flatMap(
  ({ patterns }) => patterns,
);
const askedFor = new Set<string>();

beforeEach(() => {
  askedFor.clear();
  localStorage.clear();
  fake('findMfi', ({ query: { name = '' } }) => {
    askedFor.add(name);
    return { ...ROI, id: '1', name };
  });
  fake('countPageView', () => ({}));
});

async function open(path: string) {
  history.replaceState(null, '', path);
  return render(<App texts={wholeTexts('en', people, staff)} client={createQueryClient()} />);
}

test.each(PRIVATE)('a visitor at %s logs in at the same partner and is led back', async (pattern) => {
  const address = pattern.includes(':mfi?')
    ? `${pattern.replace(':mfi?', 'DCBS')}?tab=invest&status=3`
    : `${pattern}?mfi=DCBS&id=9`;
  const screen = await open(address);
  await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(location.pathname).toBe('/App/Login/DCBS');
  expect(history.state).toEqual({ returnTo: address });
  expect([...askedFor]).toEqual(['DCBS']);
});

test('a visitor has no navigation, and the logo says that it leaves', async () => {
  const screen = await open('/App/Login/DCBS');
  const logo = screen.getByRole('link', { name: 'DCBS, website, leaves Sathi in a new tab' });
  await expect.element(logo).toHaveAttribute('target', '_blank');
  await expect
    .element(screen.getByRole('link', { name: 'Sathi', exact: true }))
    .toHaveAttribute('href', '/App/Start/DCBS');
  expect(screen.getByRole('navigation', { name: 'Main places' }).elements()).toEqual([]);
});

test('the forgotten password keeps the page asked for and its partner', async () => {
  fake('forgotPassword', () => ({ codeDelivery: { medium: 'SMS', destination: '•', resendAfterSeconds: 60 } }));
  fake('confirmForgotPassword', () => ({}));
  const screen = await open('/App/Portfolio/DCBS');
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await screen.getByRole('textbox', { name: 'Phone or e-mail' }).fill('rahima@mail.example');
  await screen.getByRole('button', { name: 'Send code' }).click();
  await screen.getByRole('textbox', { name: 'Code' }).fill('123456');
  await screen.getByLabelText('New password', { exact: true }).fill('a new password');
  await screen.getByLabelText('Confirm password').fill('a new password');
  await screen.getByRole('button', { name: 'Save password' }).click();
  await expect.poll(() => location.pathname).toBe('/App/Login/DCBS');
  expect(history.state).toMatchObject({ returnTo: '/App/Portfolio/DCBS' });
});

test('another loan on the page of a loan starts at the top with the focus, and the same one keeps its place', async () => {
  fake('listUpdates', () => []);
  fake('listGalleryImages', () => []);
  fake('listPlanChanges', () => []);
  fake('findChainRegistration', () => ({ state: 'none', deployHash: null, blockHeight: null }));
  fake('findProposal', ({ query: { id } }) => proposalPage({ id, title: `Loan ${id}` }));
  const screen = await open('/App/proposal?mfi=ROI&id=1');
  await expect.element(screen.getByRole('heading', { name: 'Loan 1' })).toBeVisible();
  const logo = screen.getByRole('link', { name: 'Sathi', exact: true });
  (logo.element() as HTMLElement).focus();
  scrollTo(0, 200);
  navigate('/App/proposal?mfi=ROI&id=1&back=1', { replace: true });
  await expect.element(logo).toHaveFocus();
  expect(scrollY).toBe(200);
  navigate('/App/proposal?mfi=ROI&id=2');
  await expect.element(screen.getByRole('heading', { name: 'Loan 2' })).toBeVisible();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(scrollY).toBe(0);
});

test('the institution of a page stays through a link that names none, also for staff of another (R17.12)', async () => {
  const userMfis = [
    { mfiId: '1', mfiName: 'DCBS' },
    { mfiId: '3', mfiName: 'ROI' },
  ];
  startSession('token', { ...OFFICER, userMfis });
  const screen = await open('/App/nowhere?mfi=ROI');
  await expect.poll(() => [...askedFor]).toEqual(['ROI']);
  navigate('/App/nowhere');
  await expect.element(screen.getByRole('main')).toBeVisible();
  await expect.poll(() => location.search).toBe('');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([...askedFor]).toEqual(['ROI']);
});
