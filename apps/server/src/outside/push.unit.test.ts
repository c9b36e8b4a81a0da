import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';
import { createPush } from './push.ts';
import { encryptPush } from './push-crypto.ts';

const base64 = (bytes: Buffer) => bytes.toString('base64url');
/** The keys of the example in section 5 of RFC 8291. */
const BROWSER = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const SENDER = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const [NEWEST, OLDER] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)].map((key) => key.toString('base64url')) as [
  string,
  string,
];
const NOW = new Date('2026-05-01T10:00:00.000Z');

function pairOf(key: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(key, 'base64url');
  return pair;
}

/** The words of a message, opened as the browser opens it. */
function opened(body: Buffer): string {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const shared = pairOf(BROWSER.privateKey).computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(BROWSER.p256dh, 'base64url'), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(BROWSER.auth, 'base64url'), info, 32));
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

type Sent = { url: string; init: RequestInit & { headers: Record<string, string>; body: Buffer } };

function service(status: number | Error, keys: readonly [string, ...string[]] = [NEWEST]) {
  const sent: Sent[] = [];
  const answer = async (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    if (status instanceof Error) throw status;
    return new Response(null, { status });
  };
  const settings = { keys, contact: 'mailto:office@sathi.example' };
  const push = createPush(settings, () => NOW, answer as unknown as typeof fetch)!;
  const send = (more: object = {}) =>
    push.send({
      address: { endpoint: 'https://fcm.googleapis.com/fcm/send/a', p256dh: BROWSER.p256dh, auth: BROWSER.auth },
      publicKey: push.publicKey,
      words: '{"text":"খবর"}',
      dedupeKey: 'bell:1',
      seconds: 600,
      ...more,
    });
  return { push, sent, send };
}

test('words are encrypted as in the example of the standard (RFC 8291)', () => {
  const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), BROWSER, {
    sender: pairOf(SENDER),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  });
  expect(base64(body)).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the browser alone reads the words, and their length tells nothing', async () => {
  const { sent, send } = service(201);
  expect(await send()).toBe('taken');
  await send({ words: '{}' });
  const [first, second] = sent.map(({ init }) => init.body);
  expect(opened(first!)).toBe('{"text":"খবর"}');
  expect(first!.length).toBe(second!.length);
  expect(base64(first!.subarray(0, 16))).not.toBe(base64(second!.subarray(0, 16)));
});

test('a service is told who sends, for an hour, and how long it may wait (RFC 8292)', async () => {
  const { push, sent, send } = service(201);
  await send();
  await send();
  const [{ url, init } = {} as Sent, again] = sent;
  expect([url, init.method, init.redirect]).toEqual(['https://fcm.googleapis.com/fcm/send/a', 'POST', 'manual']);
  expect(init.headers).toMatchObject({ ttl: '600', urgency: 'normal', 'content-encoding': 'aes128gcm' });
  expect(init.headers['topic']).toMatch(/^[\w-]{32}$/);
  expect(again?.init.headers['topic']).toBe(init.headers['topic']);
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(init.headers['authorization'] ?? '') ?? [];
  expect(key).toBe(push.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://fcm.googleapis.com',
    exp: NOW.getTime() / 1000 + 3600,
    sub: 'mailto:office@sathi.example',
  });
  const point = Buffer.from(push.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64) as [string, string];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isOurs = (text: Buffer) =>
    verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  expect([isOurs(signed), isOurs(Buffer.from(`${head}.e30`))]).toEqual([true, false]);
});

test('no host but a service of browsers is called, whatever a row says', async () => {
  const { sent, send } = service(201);
  for (const endpoint of ['https://127.0.0.1/a', 'http://fcm.googleapis.com/a', 'https://db.internal/a', 'nonsense']) {
    expect(await send({ address: { ...BROWSER, endpoint } })).toBe('gone');
  }
  expect(sent).toEqual([]);
});

test('a browser with a key that is none, or asked with a key that we dropped, is gone', async () => {
  const { sent, send } = service(201);
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a';
  expect(await send({ address: { ...BROWSER, endpoint, p256dh: `B${'a'.repeat(86)}` } })).toBe('gone');
  expect(await send({ publicKey: 'another' })).toBe('gone');
  expect(sent).toEqual([]);
});

test('an older key of the ring still reaches the browsers that were asked with it', async () => {
  const before = service(201, [OLDER]);
  const { push, sent, send } = service(201, [NEWEST, OLDER]);
  expect(push.publicKey).not.toBe(before.push.publicKey);
  expect(await send({ publicKey: before.push.publicKey })).toBe('taken');
  expect(sent[0]?.init.headers['authorization']).toContain(`k=${before.push.publicKey}`);
});

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [200, 'taken'],
  [202, 'taken'],
] as const)('an answer of %d means: %s', async (status, outcome) => {
  expect(await service(status).send()).toBe(outcome);
});

test.each([
  [429, TryLaterError],
  [503, TryLaterError],
  [new TypeError('fetch failed to fcm.googleapis.com/fcm/send/a'), TryLaterError],
  [400, UndeliverableError],
  [403, UndeliverableError],
  [302, UndeliverableError],
])('an answer of %s is an error without the address', async (status, kind) => {
  const error = await service(status)
    .send()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(String(error)).not.toContain('fcm');
});

test('without keys there is nothing to send with', () => {
  expect(createPush(null, () => NOW)).toBe(null);
});
