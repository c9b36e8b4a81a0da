import type { Cell, Row, Wire } from './table.ts';

const SIGNED_IN = '401 200 200 200 200 200';
const NOT_FOR_OTHERS = '401 403 403 403 403 403';

const nothing = (): Wire => ({});
const ofOther = ({ other }: Cell): Wire => ({ query: { userId: other.id } });
const preferences = [{ kind: 'backed', inApp: true, email: true, sms: false }];

/** What rings for whom is the caller's own; pages are counted for everybody, dead tokens apart. */
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
  {
    call: 'countPageView',
    request: () => ({ body: { route: '/App/Home/:mfi?', language: 'en' } }),
    codes: '200 200 200 200 200 200',
  },
];
