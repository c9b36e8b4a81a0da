import { COUNTED_ROUTES } from '@sathi/contract/analytics.ts';
import { expect, test } from 'vitest';
import { fake } from '../test/fake-endpoint.ts';
import { renderPage } from '../test/render-page.tsx';
import { ROUTES } from '../routes.tsx';
import { PageViews } from './page-views.tsx';

test('every page that people open can be counted', () => {
  const patterns = ROUTES.flatMap(({ patterns: all }) => all).filter((pattern) => !pattern.startsWith('/dev/'));
  expect(patterns.filter((pattern) => !COUNTED_ROUTES.some((route) => route === pattern))).toEqual([]);
});

test('T9: of an address with a phone or an e-mail only the pattern is sent', async () => {
  const bodies: unknown[] = [];
  fake('countPageView', ({ body }) => {
    bodies.push(body);
    return {};
  });
  for (let index = 0; index < 10; index += 1) {
    for (const secret of [`+88017${90_000_000 + index}`, `seeded${index}@mail.example`]) {
      const screen = await renderPage(<PageViews />, {
        path: `/App/VerifyCode/ROI/${encodeURIComponent(secret)}?email=${encodeURIComponent(secret)}`,
      });
      await screen.unmount();
    }
  }
  await expect.poll(() => bodies.length).toBe(20);
  expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"route":"/App/VerifyCode/:mfi?/:phoneNumber?","language":"en"}']),
  );
});

test('pages for developers are not counted', async () => {
  const bodies: unknown[] = [];
  fake('countPageView', ({ body }) => {
    bodies.push(body);
    return {};
  });
  const screen = await renderPage(<PageViews />, { path: '/dev/ui' });
  await screen.unmount();
  const counted = await renderPage(<PageViews />, { path: '/start' });
  await counted.unmount();
  // The one view counted later has come.
  await expect.poll(() => bodies).toEqual([{ route: '/start', language: 'en' }]);
});
