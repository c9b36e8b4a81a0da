import { createHash } from 'node:crypto';
import type { CampaignId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { type Place, seal, unseal } from '../../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import type { PushAddress } from '../../outside/outside.ts';

export type NewSubscription = {
  readonly userId: UserId;
  readonly sessionId: number;
  readonly address: PushAddress;
  /** The key that the browser was asked with. */
  readonly publicKey: string;
};

export function pushKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'push');
}

/** A browser's address is bound to its person: nobody hears another's news by a copied row. */
export function pushPlace({ userId, addressHash }: { readonly userId: UserId; readonly addressHash: string }): Place {
  return ['push_subscriptions', userId, addressHash];
}

/** Stores a subscription. There is one for each session and one for each browser: an earlier one of either ends. */
export async function replaceSubscription(
  tx: Tx,
  secret: AppSecret,
  { userId, sessionId, address, publicKey }: NewSubscription,
  now: Date,
): Promise<void> {
  const addressHash = createHash('sha256').update(address.endpoint).digest('base64url');
  const sealedAddress = seal(pushKeys(secret), pushPlace({ userId, addressHash }), address);
  await tx
    .deleteFrom('pushSubscriptions')
    .where((of) => of.or([of('sessionId', '=', sessionId), of('addressHash', '=', addressHash)]))
    .execute();
  await tx
    .insertInto('pushSubscriptions')
    .values({ userId, sessionId, addressHash, sealedAddress, publicKey, madeAt: now })
    .execute();
}

export async function deleteSubscriptionOf(tx: Tx, sessionId: number): Promise<void> {
  await tx.deleteFrom('pushSubscriptions').where('sessionId', '=', sessionId).execute();
}

export async function deleteSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('id', '=', id).execute();
}

/** The key with which the browser of this session was asked; undefined when it was not. */
export async function findKeyOf(db: Db, sessionId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('pushSubscriptions')
    .select('publicKey')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row?.publicKey;
}

export type PushReader = {
  readonly address: PushAddress;
  readonly publicKey: string;
  readonly language: Language;
  /** The institution of the proposal or the campaign; empty without one. */
  readonly mfiName: string;
};

type About = { readonly proposalId: ProposalId | null; readonly campaignId: CampaignId | null };

/** Undefined once the browser was taken out, or its session has run out at `now`. */
export async function findPushReader(
  db: Db,
  secret: AppSecret,
  id: number,
  about: About,
  now: Date,
): Promise<PushReader | undefined> {
  type Row = Omit<PushReader, 'address'> & { userId: UserId; addressHash: string; sealedAddress: string };
  const { rows } = await sql<Row>`
    select s.user_id as "userId", s.address_hash as "addressHash", s.sealed_address as "sealedAddress",
      s.public_key as "publicKey", u.language, coalesce(m.name, '') as "mfiName"
    from push_subscriptions s
    join sessions e on e.id = s.session_id and e.refresh_expires_at > ${now} and e.ends_at > ${now}
    join users u on u.id = s.user_id and u.closed_at is null
    left join proposals p on p.id = ${about.proposalId}
    left join campaigns c on c.id = ${about.campaignId}
    left join mfis m on m.id = coalesce(p.mfi_id, c.mfi_id)
    where s.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { ...row, address: unseal(pushKeys(secret), pushPlace(row), row.sealedAddress) as PushAddress };
}
