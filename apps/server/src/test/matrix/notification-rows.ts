import { type Cell, type Row, SIGNED_IN, type Wire } from './table.ts';

const NOT_FOR_OTHERS = '401 403 403 403 403 403';

const nothing = (): Wire => ({});
const ofOther = ({ other }: Cell): Wire => ({ query: { userId: other.id } });
const browser = (serial: number) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${serial}`,
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
});
const preferences = [{ kind: 'backed', inApp: true, email: true, sms: false }];

/** The bells are the caller's own; page views are counted from all callers but those with dead tokens. */
export const NOTIFICATION_ROWS: readonly Row[] = [
  { call: 'listNotifications', request: nothing, codes: SIGNED_IN },
  { call: 'listNotifications', variant: 'of somebody else', request: ofOther, codes: NOT_FOR_OTHERS },
  {
    call: 'readNotifications',
    variant: 'up to none of one’s own',
    request: () => ({ body: { notificationId: '987654321' } }),
    codes: '401 404 404 404 404 404',
  },
  {
    call: 'readNotifications',
    variant: 'of somebody else',
    request: ({ other }) => ({ body: { notificationId: '987654321', userId: String(other.id) } }),
    codes: NOT_FOR_OTHERS,
  },
  { call: 'listNotificationPreferences', request: nothing, codes: SIGNED_IN },
  { call: 'listNotificationPreferences', variant: 'of somebody else', request: ofOther, codes: NOT_FOR_OTHERS },
  { call: 'saveNotificationPreferences', request: () => ({ body: { preferences } }), codes: SIGNED_IN },
  {
    call: 'saveNotificationPreferences',
    variant: 'of somebody else',
    request: ({ other }) => ({ body: { preferences, userId: String(other.id) } }),
    codes: NOT_FOR_OTHERS,
  },
  { call: 'findPush', request: nothing, codes: SIGNED_IN },
  { call: 'findPush', variant: 'of somebody else', request: ofOther, codes: NOT_FOR_OTHERS },
  { call: 'startPush', request: ({ serial }) => ({ body: browser(serial) }), codes: SIGNED_IN },
  {
    call: 'startPush',
    variant: 'of somebody else',
    request: ({ other, serial }) => ({ body: { ...browser(serial), userId: String(other.id) } }),
    codes: NOT_FOR_OTHERS,
  },
  { call: 'stopPush', request: nothing, codes: SIGNED_IN },
  { call: 'stopPush', variant: 'of somebody else', request: ofOther, codes: NOT_FOR_OTHERS },
  {
    call: 'countPageView',
    request: () => ({ body: { route: '/App/Home/:mfi?', language: 'en' } }),
    codes: '200 200 200 200 200 200',
  },
];
