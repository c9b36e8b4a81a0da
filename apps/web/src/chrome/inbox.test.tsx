import { isolated } from '@sathi/domain/isolated.ts';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import ar from 'virtual:catalogue/people.ar';
import be from 'virtual:catalogue/people.be';
import en from 'virtual:catalogue/people.en';
import { startSession } from '../lib/session.ts';
import { TextProvider, wholeTexts } from '../lib/text.tsx';
import { tellUnread } from '../lib/unread.ts';
import { RAHIMA } from '../test/people.ts';
import { Inbox } from './inbox.tsx';

const NAMES = [
  ['en', en, ['Messages, 99+ unread', 'Notifications, 1 unread'], ['Messages', 'Notifications, none unread']],
  ['be', be, ['বার্তা, না-পড়া 99+', 'বিজ্ঞপ্তি, না-পড়া 1'], ['বার্তা', 'বিজ্ঞপ্তি, সব পড়া']],
  [
    'ar',
    ar,
    [`الرسائل، غير المقروءة: ${isolated('99+', 'rtl')}`, `الإشعارات، غير المقروءة: ${isolated('1', 'rtl')}`],
    ['الرسائل', 'الإشعارات، لا جديد'],
  ],
] as const;

test.each(NAMES)('WCAG 2.5.3: the names contain the badges, in %s', async (locale, texts, some, none) => {
  startSession('token', RAHIMA);
  const screen = await render(
    <TextProvider texts={wholeTexts(locale, texts)}>
      <Inbox />
    </TextProvider>,
  );
  const names = () =>
    screen
      .getByRole('button')
      .elements()
      .map((button) => button.getAttribute('aria-label'));
  const badges = () =>
    screen
      .getByRole('button')
      .elements()
      .map((button) => button.textContent);
  tellUnread({ unreadMessagesCount: 100, unreadNotificationsCount: 1 });
  await vi.waitFor(() => expect(names()).toEqual(some));
  for (const [at, badge] of badges().entries()) {
    expect(badge).not.toBe('');
    expect(names()[at]).toContain(badge);
  }
  tellUnread({ unreadMessagesCount: 0, unreadNotificationsCount: 0 });
  await vi.waitFor(() => expect(names()).toEqual(none));
  expect(badges()).toEqual(['', '']);
});
