import { expect, test } from 'vitest';
import { askAsVisitor } from '../../rendering/serve-pages.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '192.0.2.1', PUBLIC_URL: 'http://localhost' } });

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

test('a client that is not the proxy cannot choose an address to be counted under', async () => {
  expect(await answeredOf((index) => visit('192.0.2.77', `198.51.100.${index}`))).toBe(60);
});

test('a page costs its visitor nothing, however many share the address', async () => {
  const ask = (url = '/api/mfi?name=ROI') =>
    askAsVisitor(world.app, url, '198.51.102.1', world.db).then((data) => (data === null ? 404 : 200));
  for (let round = 0; round < 5; round += 1) expect(await answeredOf(() => ask())).toBe(70);
  expect(await answeredOf(() => visit('192.0.2.1', '198.51.102.1'))).toBe(60);
  expect(await ask('/api/mfi?name=Nobody')).toBe(404);
});

test('a visitor cannot pass off reads as those of a page', async () => {
  const read = (ownRead: string) =>
    world.app.inject({ url: '/api/mfi', remoteAddress: '198.51.103.1', headers: { 'own-read': ownRead } });
  expect(await answeredOf(async (index) => (await read(index % 2 ? '' : 'undefined')).statusCode)).toBe(60);
});
