import { KIND_GROUPS } from '@sathi/domain/notifications.ts';
import { expect, test } from 'vitest';
import ar from 'virtual:catalogue/people.ar';
import be from 'virtual:catalogue/people.be';
import en from 'virtual:catalogue/people.en';
import { startSession } from '../../lib/session.ts';
import { createText } from '../../lib/text.tsx';
import NotificationsPage from '../../pages/notifications/notifications-page.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import NotificationsDialog from './notifications-dialog.tsx';
import { type Notification, sentenceOf } from './notification-sentence.ts';

const backed: Notification = {
  id: '5',
  kind: 'backed',
  proposalId: '169',
  campaignId: null,
  title: 'Sewing machine',
  mfiName: 'ROI',
  actorName: 'Nadia Karim',
  amount: 25,
  date: '2026-11-18T10:00:00.000Z',
  isRead: false,
  local: null,
  path: null,
  isOwn: true,
};
const KINDS = [
  'backed',
  'fully_backed',
  'partly_backed',
  'approved',
  'changed',
  'returned',
  'expired',
  'deadline_near',
  'released',
  'withdrawal_sent',
  'withdrawal_failed',
  'payment_entered',
  'payment_approved',
  'payment_rejected',
  'repaid',
  'message',
  'update',
  'thanks',
  'invited',
  'invitation_accepted',
] as const;
const PREFERENCES = KINDS.map((kind) => ({ kind, inApp: true, email: true, sms: false }));

const at = { path: '/App/Notifications' };
const nothing = () => undefined;

/** A person signed in listens for news; here none come. */
function signIn(user: typeof RAHIMA): void {
  startSession('token', user);
  fake('findPush', () => ({ publicKey: null, isOn: false }));
}

test.each([
  ['en', en],
  ['be', be],
  ['ar', ar],
] as const)('every kind has a sentence of its own that names the loan, in %s', (locale, catalogue) => {
  const text = createText(locale, catalogue);
  for (const isOwn of [true, false]) {
    const sentences = KINDS.map((kind) => sentenceOf({ ...backed, kind, isOwn }, text));
    expect(new Set(sentences).size).toBe(KINDS.length);
    for (const sentence of sentences) {
      expect(sentence).toContain('Sewing machine');
      expect(sentence).not.toMatch(/[{}]|undefined|null/);
    }
  }
});

test('in Arabic a name and an amount cannot turn the words around them', () => {
  const sentence = sentenceOf(backed, createText('ar', ar));
  for (const part of ['\u2068Nadia Karim\u2069', '\u2068Sewing machine\u2069', '\u2066$'])
    expect(sentence).toContain(part);
});

test('a title that runs against its sentence stays in one piece, between its own quotes', async () => {
  const title = 'طاولة قص ورفوف لمحل الخياطة';
  fake('listNotifications', () => [{ ...backed, title }]);
  const screen = await renderPage(<NotificationsDialog onClose={nothing} />, at);
  const quoted = screen.getByText(`“${title}”`);
  await expect.element(quoted).toBeVisible();
  const { direction, display } = getComputedStyle(quoted.element());
  expect({ direction, display }).toEqual({ direction: 'rtl', display: 'inline-block' });
});

test('a payment that must not be sent is named by its sum, where the news knows it (R25.1)', () => {
  const text = createText('en', en);
  const dropped = { ...backed, kind: 'request_dropped' as const, amount: null };
  const local = { amount: '12.50', currency: 'USD' as const };
  expect(sentenceOf({ ...dropped, local }, text)).toMatch(/^The payment of .*12\.50.* of a file that you downloaded/);
  expect(sentenceOf(dropped, text)).toBe('A payment of a file that you downloaded must not be sent');
});

test('a phone that another office changes is told with the name of its person (R33.4)', () => {
  const told = { ...backed, kind: 'phone_change' as const, proposalId: null, title: '', mfiName: '', amount: null };
  expect(sentenceOf(told, createText('en', en))).toBe(
    'The phone of Nadia Karim is being changed; if they know nothing of it, tell the operator today',
  );
});

test('the backings of several people are told without a name', () => {
  const text = createText('en', en);
  expect(sentenceOf({ ...backed, actorName: null }, text)).toBe(
    'Several people backed “Sewing machine” with $25 together',
  );
});

test('a backer who gives a claim up is named where they said who it was (R30.2)', () => {
  const text = createText('en', en);
  const forgiven = { ...backed, kind: 'forgiven' as const };
  expect(sentenceOf(forgiven, text)).toMatch(/^Nadia Karim has given up .* of “Sewing machine”$/);
  expect(sentenceOf({ ...forgiven, actorName: null }, text)).toMatch(/^A backer has given up .* of “Sewing machine”$/);
});

test('a new notification is marked in words, leads to its loan, and is read when the reader says so', async () => {
  const read: unknown[] = [];
  let isRead = false;
  fake('listNotifications', () => [
    { ...backed, isRead },
    { ...backed, id: '4', kind: 'returned', proposalId: null, isOwn: false, isRead: true },
  ]);
  fake('readNotifications', ({ body }) => {
    read.push(body);
    isRead = true;
    return { unreadNotificationsCount: 0 };
  });
  const screen = await renderPage(<NotificationsDialog onClose={nothing} />, at);
  const entries = screen.getByRole('dialog').getByRole('listitem');
  await expect.element(entries.nth(0)).toMatchTextContent(/^Unread: Nadia Karim backed “Sewing machine” with \$25/);
  await expect.element(entries.nth(0).getByRole('link')).toHaveAttribute('href', '/App/proposal?mfi=ROI&id=169');
  await expect.element(entries.nth(1)).toMatchTextContent(/^“Sewing machine” was closed, and your \$25 came back/);
  expect(entries.nth(1).getByRole('link').elements()).toHaveLength(0);
  const readAll = screen.getByRole('button', { name: 'Mark all read' });
  await readAll.click();
  await expect.element(readAll).toBeDisabled();
  expect(read).toEqual([{ notificationId: '5' }]);
  await expect.element(entries.nth(0)).toMatchTextContent(/^Nadia Karim/);
});

test('R17.12: a notification about no loan leads to the page that the server names', async () => {
  const about = { ...backed, proposalId: null, mfiName: '', title: '' };
  fake('listNotifications', () => [
    { ...about, id: '4', kind: 'pay_in_due', path: '/App/HowToPay/DCBS' },
    { ...about, id: '3', kind: 'to_confirm', path: '/App/MFITills/DCBS' },
    { ...about, id: '2', kind: 'to_confirm' },
  ]);
  const screen = await renderPage(<NotificationsDialog onClose={nothing} />, at);
  const entries = screen.getByRole('dialog').getByRole('listitem');
  await expect.element(entries.nth(0).getByRole('link')).toHaveAttribute('href', '/App/HowToPay/DCBS');
  await expect.element(entries.nth(1).getByRole('link')).toHaveAttribute('href', '/App/MFITills/DCBS');
  expect(entries.nth(2).getByRole('link').elements()).toHaveLength(0);
});

test('older ones come on demand', async () => {
  const older: Notification[] = [{ ...backed, id: '1', kind: 'approved', isRead: true }];
  fake('listNotifications', ({ query }) =>
    query.cursor === 'older' ? older : pageOf<'listNotifications'>([backed], 'older'),
  );
  const screen = await renderPage(<NotificationsDialog onClose={nothing} />, at);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText('ROI has checked your loan “Sewing machine”')).toBeVisible();
});

test('an empty list, and a missing connection, say so', async () => {
  let answer: [] | typeof BROKEN = BROKEN;
  fake('listNotifications', () => answer);
  const screen = await renderPage(<NotificationsDialog onClose={nothing} />, at);
  const again = screen.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  answer = [];
  await again.click();
  await expect.element(screen.getByText('Nothing has happened yet')).toBeVisible();
});

async function openPreferences(...groups: readonly string[]) {
  const screen = await renderPage(<NotificationsPage />, at);
  await screen.getByRole('heading', { name: 'How you want to hear of it' }).click();
  for (const name of groups) await screen.getByRole('button', { name }).click();
  return screen;
}

/** The server that keeps what is chosen, and each body that it was sent. */
function keepPreferences(first: DataOf<'listNotificationPreferences'> = PREFERENCES) {
  const saved: unknown[] = [];
  let kept = first;
  fake('listNotifications', () => []);
  fake('listNotificationPreferences', () => kept);
  fake('saveNotificationPreferences', ({ body: { preferences } }) => {
    saved.push(preferences);
    kept = kept.map((before) => preferences.find(({ kind }) => kind === before.kind) ?? before);
    return kept;
  });
  return saved;
}

test('a group shows three boxes, and its kinds when it is opened', async () => {
  signIn(RAHIMA);
  keepPreferences();
  const screen = await openPreferences();
  await expect.poll(() => screen.getByRole('checkbox').elements().length).toBe(12);
  const group = screen.getByRole('button', { name: 'Messages and news' });
  await expect.element(group).toHaveAttribute('aria-expanded', 'false');
  await group.click();
  await expect.element(group).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByRole('checkbox', { name: 'Somebody writes SMS' })).toBeVisible();
  expect(screen.getByRole('checkbox').elements()).toHaveLength(27);
});

test('the box of a group sets all its kinds at once, and is mixed while they differ', async () => {
  signIn(RAHIMA);
  const saved = keepPreferences(
    PREFERENCES.map((each) => (each.kind === 'message' ? { ...each, email: false } : each)),
  );
  const screen = await openPreferences('Messages and news');
  const all = screen.getByRole('checkbox', { name: 'Messages and news E-mail' });
  const one = screen.getByRole('checkbox', { name: 'Somebody writes E-mail' });
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await expect.element(all).toBeChecked();
  await expect.element(one).toBeChecked();
  await all.click();
  await expect.element(all).not.toBeChecked();
  await expect.element(all).not.toBePartiallyChecked();
  const kinds = ['message', 'update', 'thanks', 'invited', 'invitation_accepted'];
  const bodyOf = (email: boolean) => kinds.map((kind) => ({ kind, inApp: true, email, sms: false }));
  await expect.poll(() => saved).toEqual([bodyOf(true), bodyOf(false)]);
  await one.click();
  await expect.element(all).toBePartiallyChecked();
});

test('each box is named by its row and its column, and pressing it saves that kind at once', async () => {
  signIn(RAHIMA);
  const saved = keepPreferences();
  const screen = await openPreferences('A loan while it is paid back');
  const box = screen.getByRole('checkbox', { name: 'A payment arrives SMS' });
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(box).toBeChecked();
  await expect.element(screen.getByText('Saved')).toBeVisible();
  expect(saved).toEqual([[{ kind: 'payment_approved', inApp: true, email: true, sms: true }]]);
  expect(screen.getByRole('button', { name: 'Work of my office' }).elements()).toHaveLength(0);
});

test('a borrower is asked about no kind that only an office hears of', async () => {
  signIn(RAHIMA);
  fake('listNotifications', () => []);
  fake('listNotificationPreferences', () =>
    [...KIND_GROUPS.office, 'message' as const].map((kind) => ({ kind, inApp: true, email: true, sms: false })),
  );
  const screen = await openPreferences('Messages and news');
  await expect.poll(() => screen.getByRole('checkbox', { name: / SMS$/ }).elements().length).toBe(2);
});

test('the kinds of events are shown over as many pages as their list has', async () => {
  signIn(RAHIMA);
  fake('listNotifications', () => []);
  fake('listNotificationPreferences', ({ query: { cursor } }) =>
    cursor === undefined
      ? pageOf<'listNotificationPreferences'>(PREFERENCES.slice(0, 1), 'next')
      : PREFERENCES.slice(1),
  );
  const screen = await openPreferences('A loan while it is paid back');
  await expect.element(screen.getByRole('checkbox', { name: 'A payment arrives SMS' })).toBeVisible();
});

test('a pressed box shows its choice before the press has ended', async () => {
  signIn(RAHIMA);
  fake('listNotifications', () => []);
  fake('listNotificationPreferences', () => PREFERENCES);
  fake('saveNotificationPreferences', () => new Promise<never>(() => undefined));
  const screen = await openPreferences('A loan until its release');
  const box = screen.getByRole('checkbox', { name: 'A loan is fully backed E-mail' });
  await expect.element(box).toBeChecked();
  const input = box.element() as HTMLInputElement;
  input.click();
  expect(input.checked).toBe(false);
});

test('an answer that was asked for before the press does not undo it', async () => {
  signIn(RAHIMA);
  let asked = 0;
  let answer = () => {};
  fake('listNotifications', () => []);
  fake('listNotificationPreferences', async () => {
    asked += 1;
    if (asked === 1) return PREFERENCES;
    await new Promise<void>((resolve) => (answer = resolve));
    return PREFERENCES.map((each) => (each.kind === 'repaid' ? { ...each, sms: true } : each));
  });
  fake('saveNotificationPreferences', ({ body }) =>
    body.preferences[0]?.kind === 'backed' ? BROKEN : new Promise<never>(() => undefined),
  );
  const screen = await openPreferences('A loan until its release', 'A loan while it is paid back');
  await screen.getByRole('checkbox', { name: 'My loan is backed E-mail' }).click();
  await expect.poll(() => asked).toBe(2);
  const box = screen.getByRole('checkbox', { name: 'A loan is fully backed E-mail' });
  await box.click();
  answer();
  await expect.element(screen.getByRole('checkbox', { name: 'A loan is fully repaid SMS' })).toBeChecked();
  await expect.element(box).not.toBeChecked();
});

test('a choice that could not be saved goes back', async () => {
  signIn(OFFICER);
  fake('listNotifications', () => []);
  fake('listNotificationPreferences', () => PREFERENCES);
  fake('saveNotificationPreferences', () => BROKEN);
  const screen = await openPreferences('Work of my office');
  const box = screen.getByRole('checkbox', { name: 'A payment waits for approval E-mail' });
  await box.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(box).toBeChecked();
});
