import ar from '@sathi/texts/ar/refusals.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { useWorld } from './test/world.ts';

const world = useWorld();

test('the process is alive and its database is ready', async () => {
  expect((await world.call('GET', '/healthz')).status).toBe(200);
  expect((await world.call('GET', '/readyz')).status).toBe(200);
});

test('a path that does not exist is a problem in the reader’s language', async () => {
  const { status, body, headers } = await world.call('GET', '/api/nothing', { headers: { 'accept-language': 'ar' } });
  expect(status).toBe(404);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(body).toMatchObject({ code: 'not_found', status: 404, detail: ar.not_found });
});
