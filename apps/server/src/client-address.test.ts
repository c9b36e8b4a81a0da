import { expect, test } from 'vitest';
import { askAsVisitor } from './serve-pages.ts';
import { useWorld } from './test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '192.0.2.1' } });

/** How many of 70 visits in one moment are answered. */
async function answeredOf(visit: (index: number) => Promise<number>): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: 70 }, (_, index) => visit(index)));
  return statuses.filter((status) => status === 200).length;
}

const visit = (remoteAddress: string, forwardedFor: string) =>
  world.app
    .inject({ method: 'GET', url: '/api/mfi', remoteAddress, headers: { 'x-forwarded-for': forwardedFor } })
    .then(({ statusCode }) => statusCode);

test('visitors behind the known proxy are counted apart, and one visitor is one', async () => {
  expect(await answeredOf((index) => visit('192.0.2.1', `198.51.100.${index}`))).toBe(70);
  expect(await answeredOf((index) => visit('192.0.2.1', `203.0.113.${index}, 198.51.100.200`))).toBe(60);
});

test('whoever is not the proxy cannot choose an address to be counted under', async () => {
  expect(await answeredOf((index) => visit('192.0.2.77', `198.51.100.${index}`))).toBe(60);
});

test('a page asks in the name of its visitor, and one that asks too often is not told that nothing is there', async () => {
  const ask = (ip: string, url = '/api/mfi?name=ROI') =>
    askAsVisitor(world.app, url, ip).then(
      (data) => (data === null ? 404 : 200),
      () => 503,
    );
  expect(await answeredOf((index) => ask(`198.51.101.${index}`))).toBe(70);
  expect(await answeredOf(() => ask('198.51.102.1'))).toBe(60);
  expect(await ask('198.51.102.1')).toBe(503);
  expect(await ask('198.51.102.2', '/api/mfi?name=Nobody')).toBe(404);
});
