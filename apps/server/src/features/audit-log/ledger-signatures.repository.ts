import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sql } from 'kysely';
import { type AppSecret, deriveKeys } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';

/** The bytes before an Ed25519 key in PKCS #8 and before a public one in SPKI (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** A signing key, made from one secret of the ring. `publicKey` is its 32 public bytes, as they are kept with a day. */
type DayKey = {
  readonly id: string;
  readonly secret: KeyObject;
  readonly public: KeyObject;
  readonly publicKey: string;
};
/** The signing keys of the ring, newest first. */
export type DayKeys = readonly [DayKey, ...DayKey[]];

export type Signature = {
  readonly day: string;
  readonly root: string;
  /** Names the secret that the signing key was made from. */
  readonly keyId: string;
  readonly signature: string;
  /** Null for a day that was signed before keys were kept, until the next rotation. */
  readonly publicKey: string | null;
  /** The id of another secret, a full stop, and what its key signed; null for a day that no rotation has seen. */
  readonly vouch: string | null;
};

export function dayKeysOf(secret: AppSecret): DayKeys {
  const [newest, ...older] = deriveKeys(secret, 'ledger days').map(({ id, secret: seed }): DayKey => {
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed.export()]), format: 'der', type: 'pkcs8' });
    const open = createPublicKey(key);
    const publicKey = open.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length).toString('base64url');
    return { id, secret: key, public: open, publicKey };
  });
  return [newest as DayKey, ...older];
}

/** Signs a root with the newest key. */
export function signRoot([newest]: DayKeys, root: string): Pick<Signature, 'keyId' | 'signature' | 'publicKey'> {
  return { keyId: newest.id, signature: signText(newest, root), publicKey: newest.publicKey };
}

/**
 * Why a signature is not believed; null when it is ours. With the secret in the ring its key is made anew, and a key that is
 * kept beside it must be that one. Once the secret is dropped the kept key counts, if a key of the ring vouches for it.
 */
export function signatureProblem(keys: DayKeys, row: Signature): 'forged' | 'unknown key' | null {
  const ours = keys.find(({ id }) => id === row.keyId);
  if (ours !== undefined) {
    const isSwapped = row.publicKey !== null && row.publicKey !== ours.publicKey;
    return !isSwapped && isSigned(ours.public, row.root, row.signature) ? null : 'forged';
  }
  if (row.publicKey === null || row.vouch === null) return 'unknown key';
  const voucher = keys.find(({ id }) => row.vouch?.startsWith(`${id}.`));
  if (voucher === undefined) return 'unknown key';
  const isKept = isVouched(voucher, row) && isSigned(publicKeyOf(row.publicKey), row.root, row.signature);
  return isKept ? null : 'forged';
}

/** Whether the newest key signed the day, with the key beside it, or vouches for it. What is not is what a rotation does anew. */
function isKnownToNewest([newest]: DayKeys, row: Signature): boolean {
  return row.publicKey !== null && (row.keyId === newest.id || isVouched(newest, row));
}

/**
 * The newest key signs what the ring believes: the day, its root, its key and its signature, so that none of them is swapped
 * once the older secrets are dropped. Null for a signature that is not believed.
 */
function vouchFor(keys: DayKeys, row: Signature): { readonly publicKey: string; readonly vouch: string } | null {
  if (signatureProblem(keys, row) !== null) return null;
  const publicKey = row.publicKey ?? keys.find(({ id }) => id === row.keyId)?.publicKey;
  if (publicKey === undefined) return null;
  return { publicKey, vouch: `${keys[0].id}.${signText(keys[0], vouchedText({ ...row, publicKey }))}` };
}

/**
 * Has the newest secret vouch for the next days after `after`, in their order, that it neither signed nor vouched for (R34.5).
 * A day that was vouched for meanwhile keeps what it has, and so does one whose signature is not believed.
 * @returns the last day that was looked at, null when there is none; how many were vouched for; and those not believed
 */
export async function vouchForDays(
  db: Db,
  secret: AppSecret,
  after: string | null,
  count: number,
): Promise<{ readonly last: string | null; readonly sealed: number; readonly unreadable: readonly string[] }> {
  const keys = dayKeysOf(secret);
  const { rows } = await sql<Signature>`
    select day::text, root, key_id as "keyId", signature, public_key as "publicKey", vouch from ledger_days where day > coalesce(${after}::date, '-infinity')
    order by day limit ${count}`.execute(db);
  let sealed = 0;
  const unreadable: string[] = [];
  for (const row of rows.filter((one) => !isKnownToNewest(keys, one))) {
    const made = vouchFor(keys, row);
    if (made === null) unreadable.push(row.day);
    // Each day has a statement of its own, as a rotation may be stopped at any.
    else sealed += await putVouch(db, row, made);
  }
  return { last: rows.at(-1)?.day ?? null, sealed, unreadable };
}

async function putVouch(
  db: Db,
  { day, vouch: before }: Signature,
  { publicKey, vouch }: { readonly publicKey: string; readonly vouch: string },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ledger_days set public_key = ${publicKey}, vouch = ${vouch}
    where day = ${day} and vouch is not distinct from ${before}`.execute(db);
  return Number(numAffectedRows);
}

function isVouched(by: DayKey, row: Signature): boolean {
  const head = `${by.id}.`;
  return row.vouch?.startsWith(head) === true && isSigned(by.public, vouchedText(row), row.vouch.slice(head.length));
}

/** Begins as no root does, so that neither signature passes for the other. */
function vouchedText({ day, root, keyId, publicKey, signature }: Signature): string {
  return JSON.stringify(['ledger day', day, root, keyId, publicKey, signature]);
}

function signText(key: DayKey, text: string): string {
  return sign(null, Buffer.from(text), key.secret).toString('base64url');
}

function isSigned(key: KeyObject, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function publicKeyOf(text: string): KeyObject {
  return createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(text, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
}
