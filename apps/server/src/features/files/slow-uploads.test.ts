import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { upload } from '../../test/pictures.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const TEN_MEGABYTES = 10 * 1024 * 1024;
const begun: http.ClientRequest[] = [];
afterAll(() => begun.forEach((request) => request.destroy()));

/** The status of an upload whose head came and whose body does not. */
async function beginUpload({ token }: Person): Promise<number | undefined> {
  if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'image/webp',
    'content-length': String(TEN_MEGABYTES),
  };
  const request = http.request({ port, method: 'PUT', path: '/files/profileImages/me.webp', headers });
  begun.push(request);
  request.flushHeaders();
  const [answer] = (await once(request, 'response', { signal: AbortSignal.timeout(5000) })) as [IncomingMessage];
  return answer.statusCode;
}

test('security 1.8: an upload counts before its body came', async () => {
  const person = await world.newPerson();
  for (let times = 0; times < 20; times += 1) {
    expect((await upload(world, person, Buffer.from('no picture'))).status).toBeLessThan(429);
  }
  expect(await beginUpload(person)).toBe(429);
});

test('security 3.6: a request that does not come to its end is given up after five minutes', () => {
  expect(world.app.server.requestTimeout).toBe(300_000);
});
