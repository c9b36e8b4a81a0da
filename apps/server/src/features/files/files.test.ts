import { expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

const KEY = 'proposalImages/a-boat-0123456789ab.webp';
const bytes = (text: string) => new TextEncoder().encode(text);
const SIZES = { 160: bytes('small'), 640: bytes('middle'), 1600: bytes('large') };

test('a picture is public, in the width asked for, and may be kept for ever', async () => {
  await world.outside.files.write(KEY, SIZES);
  for (const [query, body] of [
    ['', 'large'],
    ['?w=1600', 'large'],
    ['?w=640', 'middle'],
    ['?w=160', 'small'],
  ] as const) {
    const answer = await world.call('GET', `/files/${KEY}${query}`);
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  }
});

test('a key that is taken keeps what it has', async () => {
  await world.outside.files.write(KEY, SIZES);
  await world.outside.files.write(KEY, { 160: bytes('other'), 640: bytes('other'), 1600: bytes('other') });
  expect(await world.outside.files.read(KEY, 160)).toEqual(Buffer.from('small'));
});

test.each(['0', '161', '640px', '', '1e3', '-160', '640&w=160'])('a width of "%s" is refused', async (width) => {
  const answer = await world.call('GET', `/files/${KEY}?w=${width}`);
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path: 'w' }] } });
});

const NOT_FILES = [
  'proposalImages/none.webp',
  'otherImages/a-boat-0123456789ab.webp',
  'drafts/a-boat-0123456789ab.webp',
  'proposalImages/a-boat-0123456789ab',
  'proposalImages/a-boat-0123456789ab.webp/160.webp',
  'proposalImages/A-Boat-0123456789ab.webp',
  'proposalImages/a-boat-0123456789ab.webp%00.png',
  'proposalImages/..',
  'proposalImages/../secret',
  'proposalImages/..%2fsecret',
  'proposalImages/..%2f..%2fsecret',
  'proposalImages/%2e%2e%2fsecret',
  'proposalImages/%2e%2e/secret',
  'proposalImages/..%5csecret',
  'proposalImages/....//secret',
  'proposalImages/%252e%252e%252fsecret',
  'proposalImages/%c0%ae%c0%ae%2fsecret',
  '..%2fproposalImages/a-boat-0123456789ab.webp',
  '%2e%2e/secret',
  '/etc/passwd',
  'proposalImages//etc/passwd',
  'proposalImages/.webp',
  'proposalImages/-a.webp',
  `proposalImages/${'a'.repeat(190)}.webp`,
  `proposalImages/${'a'.repeat(2000)}.webp`,
];

test.each(NOT_FILES)('nothing but a key the server made is looked for: %.40s', async (path) => {
  await world.outside.files.write(KEY, SIZES);
  const answer = await world.call('GET', `/files/${path}`);
  expect([400, 404]).toContain(answer.status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
});

test.each(['../secret', 'proposalImages/../../secret.webp', 'a/b/c.webp', 'proposalImages/x.png', ''])(
  'the store itself refuses a key that could lead elsewhere: %s',
  async (key) => {
    await expect(world.outside.files.read(key, 160)).rejects.toThrow('not a key');
    await expect(world.outside.files.write(key, SIZES)).rejects.toThrow('not a key');
  },
);
