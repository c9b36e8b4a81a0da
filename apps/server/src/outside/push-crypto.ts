import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
/** Ends the words of the only record; what follows is padding. */
const LAST_RECORD = Buffer.from([2]);

/** The keys of a browser, in base64url: its public key, and a secret that only it and we know. */
export type BrowserKeys = { readonly p256dh: string; readonly auth: string };

/**
 * Encrypts words for one browser, so that the service in between reads nothing (RFC 8291, RFC 8188). Padded to `length`
 * bytes, their length tells nothing either. `sender` and `salt` are new for each message.
 *
 * @throws Error when the browser's key is none
 */
export function encryptPush(
  words: Buffer,
  { p256dh, auth }: BrowserKeys,
  { length = words.length, sender = newSender(), salt = randomBytes(16) } = {},
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = sender.getPublicKey();
  const shared = sender.computeSecret(theirs);
  const secret = derive(
    shared,
    Buffer.from(auth, 'base64url'),
    Buffer.concat([text('WebPush: info\0'), theirs, ours]),
    32,
  );
  const key = derive(secret, salt, text('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, text('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const padded = Buffer.concat([words, LAST_RECORD, Buffer.alloc(Math.max(0, length - words.length))]);
  const sealed = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, sizes, ours, sealed]);
}

export type VapidKey = { readonly publicKey: string; readonly privateKey: KeyObject };

/** The key pair of 32 bytes in base64url. */
export function readVapidKey(text: string): VapidKey {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(text, 'base64url');
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', d: text, x: x!, y: y! };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** The header that names us to one service until an instant (RFC 8292). */
export function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  audience: string,
  contact: string,
  until: Date,
): string {
  const claims = { aud: audience, exp: Math.floor(until.getTime() / 1000), sub: contact };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => text(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', text(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function newSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

function text(words: string): Buffer {
  return Buffer.from(words, 'utf8');
}
