import { expect, test } from 'vitest';
import { startSession } from '../lib/session.ts';
import { tellUnread } from '../lib/unread.ts';
import { fake } from '../test/fake-endpoint.ts';
import { OFFICER, RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import Navigation from './navigation.tsx';

const none = { count: 0, oldestAt: null, entries: [] };
const NOTHING_WAITS = {
  toApprove: none,
  toRelease: none,
  withdrawalsToSend: none,
  paymentsToApprove: none,
  cannotPay: none,
  inDoubt: none,
  payoutsToSend: { count: 0, oldestAt: null },
  linesToMatch: { count: 0 },
  tillsToReceive: { count: 0 },
  reportsCount: 0,
  officers: [],
};

const open = (path: string, user: typeof RAHIMA) => {
  startSession('token', user);
  return renderPage(<Navigation user={user} />, { path });
};

const addresses = (screen: Awaited<ReturnType<typeof open>>) =>
  screen
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('a member has five places, four of them pages of the partner', async () => {
  const screen = await open('/App/Home/ROI', RAHIMA);
  await expect.element(screen.getByRole('navigation', { name: 'Main places' })).toBeVisible();
  expect(addresses(screen)).toEqual([
    ['Home', '/App/Home/ROI'],
    ['Invest', '/App/Invest/ROI'],
    ['My money', '/App/Portfolio/ROI'],
    ['Me', '/App/Profile/ROI'],
  ]);
});

test('staff have the queue, the loans, the payments, the people and the rest', async () => {
  fake('mfiQueues', () => NOTHING_WAITS);
  const screen = await open('/App/MFIProposals/ROI', OFFICER);
  expect(addresses(screen)).toEqual([
    ['Queue', '/App/MFIProposals/ROI'],
    ['Loans', '/App/MFIProposals/ROI?view=loans'],
    ['Payments', '/App/MFIProposals/ROI?view=payments'],
    ['People', '/App/MFIPeople/ROI'],
    ['More', '/App/MFIMore/ROI'],
  ]);
});

test.each([
  ['/App/Home/ROI', 'Home'],
  ['/app/borrow', 'Home'],
  ['/App/Invest/ROI', 'Invest'],
  ['/App/Home/ROI?tab=invest', 'Invest'],
  ['/App/Invest/ROI?tab=borrow', 'Home'],
  ['/App/Portfolio', 'My money'],
  ['/App/HowToPay/ROI', 'My money'],
  ['/App/Security/ROI', 'Me'],
])('at %s the current place is %s', async (path, name) => {
  const screen = await open(path, RAHIMA);
  await expect.element(screen.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  expect(screen.container.querySelectorAll('[aria-current]')).toHaveLength(1);
});

test.each([
  ...['Money', 'Awaited', 'Accounts', 'Payouts', 'Settings', 'Freezes', 'Reports', 'More'].map((name) => [
    name,
    'More',
  ]),
  ...['People', 'Staff', 'Phones'].map((name) => [name, 'People']),
])('at the page MFI%s of an office the current place is %s', async (name, place) => {
  fake('mfiQueues', () => NOTHING_WAITS);
  const screen = await open(`/App/MFI${name}/ROI`, OFFICER);
  await expect.element(screen.getByRole('link', { name: place!, exact: true })).toHaveAttribute('aria-current', 'page');
  expect(screen.container.querySelectorAll('[aria-current]')).toHaveLength(1);
});

test('a proposal is none of the places', async () => {
  const screen = await open('/App/proposal?mfi=ROI&id=101', RAHIMA);
  await expect.element(screen.getByRole('link', { name: 'Home' })).toBeVisible();
  expect(screen.container.querySelectorAll('[aria-current]')).toHaveLength(0);
});

test('the unread messages are counted, in the name too (WCAG 2.5.3)', async () => {
  const screen = await open('/App/Home/ROI', RAHIMA);
  tellUnread({ unreadMessagesCount: 3, unreadNotificationsCount: 0 });
  await expect.element(screen.getByRole('button', { name: /Messages.*3 waiting/ })).toBeVisible();
});

test('the queue is counted on the pages of the office, and asked for on no other', async () => {
  fake('mfiQueues', () => ({
    toApprove: { ...none, count: 4 },
    toRelease: none,
    withdrawalsToSend: none,
    paymentsToApprove: { ...none, count: 1 },
    cannotPay: none,
    inDoubt: none,
    payoutsToSend: { count: 2, oldestAt: '2026-11-20T10:00:00.000Z' },
    linesToMatch: { count: 40 },
    tillsToReceive: { count: 1 },
    reportsCount: 1,
    officers: [],
  }));
  const screen = await open('/App/MFIStaff/ROI', OFFICER);
  await expect.element(screen.getByRole('link', { name: /Queue.*8 waiting/ })).toBeVisible();
});

test('staff at Home ask nothing of the office', async () => {
  const screen = await open('/App/Home/ROI', OFFICER);
  await expect.element(screen.getByRole('link', { name: 'Queue' })).toBeVisible();
});
