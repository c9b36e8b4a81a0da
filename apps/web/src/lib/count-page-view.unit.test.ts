import { COUNTED_ROUTES } from '@sathi/contract/analytics.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { type CountedRoute, countPageView } from './count-page-view.ts';

type Sent = { address: string; init: RequestInit };

function browser(navigator: object): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    throw new TypeError('Failed to fetch');
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test('T9: a count names a pattern and a language, and brings neither cookies nor the address of the page', () => {
  const sent = browser({ doNotTrack: null });
  countPageView('/App/VerifyCode/:mfi?/:phoneNumber?', 'be');
  expect(sent).toEqual([
    {
      address: '/api/analytics/page-view',
      init: {
        method: 'POST',
        body: '{"route":"/App/VerifyCode/:mfi?/:phoneNumber?","language":"be"}',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        keepalive: true,
      },
    },
  ]);
});

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'a visitor who asks not to be tracked is not counted: %o',
  (asks) => {
    const sent = browser(asks);
    countPageView('/start', 'en');
    expect(sent).toEqual([]);
  },
);

test('every pattern of the list counts', () => {
  const sent = browser({});
  for (const route of COUNTED_ROUTES) countPageView(route satisfies CountedRoute, 'en');
  expect(sent).toHaveLength(COUNTED_ROUTES.length);
});
