import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { secureHeaders } from './security-headers.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function headersOf(publicUrl: string | null, url: string): Promise<Record<string, unknown>> {
  app = fastify();
  secureHeaders(app, publicUrl);
  app.get('/api/mfi', async () => ({}));
  app.get('/robots.txt', async () => '');
  return (await app.inject({ method: 'GET', url })).headers;
}

test.each(['/api/mfi', '/robots.txt', '/api/nothing'])(
  'ASVS 3.4.1: %s keeps browsers to https for two years, subdomains too, where the address is https',
  async (url) => {
    const headers = await headersOf('https://sathi.example', url);
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    await app.close();
    for (const plain of ['http://localhost:3000', null]) {
      expect(await headersOf(plain, url)).not.toHaveProperty('strict-transport-security');
      await app.close();
    }
  },
);

test('ASVS 3.2.1, 14.3.2: an answer of the API is rendered by no browser, framed by no page and kept by no cache', async () => {
  expect(await headersOf(null, '/api/mfi')).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test.each(['/api/mfi', '/robots.txt', '/api/nothing'])(
  '%s is marked as an answer of the server itself',
  async (url) => {
    expect(await headersOf(null, url)).toMatchObject({ 'served-by': 'sathi' });
  },
);
