import { expect, test } from 'vitest';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

const KEY = 'proposalImages/a-boat-0123456789ab.webp';
const bytes = (text: string) => new TextEncoder().encode(text);
const FILES = {
  '160.webp': bytes('small'),
  '640.avif': bytes('middle, new'),
  '640.webp': bytes('middle'),
  '1600.webp': bytes('large'),
};

test('a picture is public, in the width asked for, and may be kept for ever', async () => {
  await world.outside.files.write(KEY, FILES);
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

test('a reader who takes AVIF is given it, and the next larger picture where a width was not made', async () => {
  await world.outside.files.write(KEY, FILES);
  const read = async (width: number, accept: string) => {
    const { headers, body } = await world.call('GET', `/files/${KEY}?w=${width}`, { headers: { accept } });
    expect(headers.vary).toContain('accept');
    return [headers['content-type'], body];
  };
  const browser = 'image/avif,image/webp,*/*;q=0.8';
  expect(await read(640, browser)).toEqual(['image/avif', 'middle, new']);
  expect(await read(400, browser)).toEqual(['image/avif', 'middle, new']);
  expect(await read(400, 'image/webp,*/*')).toEqual(['image/webp', 'middle']);
  expect(await read(800, browser)).toEqual(['image/webp', 'large']);
  expect(await read(160, browser)).toEqual(['image/webp', 'small']);
});

test('a taken key keeps its first picture', async () => {
  await world.outside.files.write(KEY, FILES);
  await world.outside.files.write(KEY, { '1600.webp': bytes('other') });
  expect((await world.outside.files.read(KEY, ['1600.webp']))?.bytes).toEqual(Buffer.from('large'));
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

test.each(NOT_FILES)('only keys that the server made are looked for: %.40s', async (path) => {
  await world.outside.files.write(KEY, FILES);
  const answer = await world.call('GET', `/files/${path}`);
  expect([400, 404]).toContain(answer.status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
});

test.each(['../secret', 'proposalImages/../../secret.webp', 'a/b/c.webp', 'proposalImages/x.png', ''])(
  'the store itself refuses a key that could lead elsewhere: %s',
  async (key) => {
    await expect(world.outside.files.read(key, ['160.webp'])).rejects.toThrow('not a key');
    await expect(world.outside.files.write(key, FILES)).rejects.toThrow('not a key');
  },
);
