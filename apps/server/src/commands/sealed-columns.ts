import type { StatementId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { unseal } from '../config/seal.ts';
import type { AppSecret } from '../config/secret.ts';
import { deliveryKeys, deliveryPlace } from '../delivery/deliveries.ts';
import {
  chainKeyPlace,
  createKeyring,
  openChainKey,
  type SealedChainKey,
} from '../features/chain/chain-keys.repository.ts';
import { appSecretKeys, appSecretPlace } from '../features/identity/app-codes.ts';
import { vouchForDays } from '../features/audit-log/ledger-signatures.repository.ts';
import { pushKeys, pushPlace } from '../features/notifications/push.repository.ts';
import { formerPhoneKeys, formerPhonePlace, hashFormerPhone } from '../features/own-data/coming-back.repository.ts';
import { type Destined, destinationKeys, destinationPlace } from '../features/withdrawals/destinations.ts';
import { payoutAccountPlace } from '../features/withdrawals/payout-account-seals.ts';
import { statementKeys, statementPlace } from '../features/statements/statement-seals.ts';
import { answerPlace } from '../http/idempotency.ts';
import { changed, type SealedColumn, sealedColumn, sealedColumnOf, type SealedRow } from './resealing.ts';

type Browser = Parameters<typeof pushPlace>[0];
type PayoutAccount = Parameters<typeof payoutAccountPlace>[0];

/**
 * Every column that keeps something sealed, or signed for longer than an old secret stays in the ring. A test compares the
 * list with the schema.
 */
export function sealedColumns(secret: AppSecret, chainSecrets: readonly string[]): readonly SealedColumn[] {
  return [
    sealedColumnOf<SealedRow & Destined>('withdrawals', 'sealed_destination', {
      fields: ['proposalId', 'ownerId', 'amountCents'],
      keys: destinationKeys(secret),
      place: destinationPlace,
    }),
    sealedColumnOf<SealedRow & PayoutAccount>('payout_accounts', 'sealed_destination', {
      fields: ['userId'],
      keys: destinationKeys(secret),
      place: payoutAccountPlace,
    }),
    chainKeyColumn(secret, chainSecrets),
    outboxColumn(secret),
    answerColumn(secret),
    sealedColumnOf<SealedRow & Browser>('push_subscriptions', 'sealed_address', {
      fields: ['userId', 'addressHash'],
      keys: pushKeys(secret),
      place: pushPlace,
    }),
    sealedColumnOf<SealedRow & { readonly statementId: StatementId; readonly piece: number }>(
      'statement_files',
      'sealed_bytes',
      { fields: ['statementId', 'piece'], keys: statementKeys(secret), place: statementPlace },
    ),
    ...appSecretColumns(secret),
    formerPhoneColumn(secret),
    { name: 'ledger_days.vouch', reseal: (db, after, count) => vouchForDays(db, secret, after, count) },
  ];
}

/** The keys of people on the chain, which are sealed with secrets of their own and numbered by their person. */
function chainKeyColumn(secret: AppSecret, chainSecrets: readonly string[]): SealedColumn {
  const keys = createKeyring(secret, chainSecrets);
  return sealedColumn<SealedRow & SealedChainKey>('chain_keys.sealed_key', {
    keys,
    place: ({ userId }) => chainKeyPlace(userId),
    open: (row) => openChainKey(keys, row),
    list: async (db, after, count) => {
      const { rows } = await sql<SealedRow & SealedChainKey>`
        select user_id as id, user_id as "userId", sealed_key as "sealedKey", sealed_key as sealed,
          key_version as "keyVersion"
        from chain_keys where user_id > ${Number(after ?? 0)} order by user_id limit ${count}`.execute(db);
      return rows;
    },
    put: async (db, { id, sealed: before }, sealed) =>
      changed(
        await sql`
          update chain_keys set sealed_key = ${sealed}, key_version = 0
          where user_id = ${id} and sealed_key = ${before}`.execute(db),
      ),
  });
}

/** Mails and SMS that have not left yet. */
function outboxColumn(secret: AppSecret): SealedColumn {
  return sealedColumn<SealedRow & { readonly dedupeKey: string }>('outbox.payload', {
    keys: deliveryKeys(secret),
    place: ({ dedupeKey }) => deliveryPlace(dedupeKey),
    list: async (db, after, count) => {
      const { rows } = await sql<SealedRow & { readonly dedupeKey: string }>`
        select id, dedupe_key as "dedupeKey", payload->>'sealed' as sealed
        from outbox where id > ${Number(after ?? 0)} and payload ? 'sealed' order by id limit ${count}`.execute(db);
      return rows;
    },
    put: async (db, { id, sealed: before }, sealed) =>
      changed(
        await sql`
          update outbox set payload = jsonb_set(payload, '{sealed}', to_jsonb(${sealed}::text))
          where id = ${id} and payload->>'sealed' = ${before}`.execute(db),
      ),
  });
}

/** Stored answers that name where money goes; an answer that is a text is a sealed one, all others are objects. */
function answerColumn(secret: AppSecret): SealedColumn {
  return sealedColumn<SealedRow & { readonly scope: string; readonly key: string }>('idempotency_keys.response', {
    keys: destinationKeys(secret),
    place: answerPlace,
    list: async (db, after, count) => {
      const [scope = '', key = ''] = after === null ? [] : (JSON.parse(after) as [string, string]);
      const { rows } = await sql<SealedRow & { readonly scope: string; readonly key: string }>`
        select json_build_array(scope, key)::text as id, scope, key, response #>> '{}' as sealed
        from idempotency_keys
        where (scope, key) > (${scope}, ${key}) and json_typeof(response) = 'string'
        order by scope, key limit ${count}`.execute(db);
      return rows;
    },
    put: async (db, { scope, key, sealed: before }, sealed) =>
      changed(
        await sql`
          update idempotency_keys set response = to_json(${sealed}::text)
          where scope = ${scope} and key = ${key} and response #>> '{}' = ${before}`.execute(db),
      ),
  });
}

/**
 * Phones of former members, whose hash is made anew with them. One that was kept as a hash alone does not open: no other secret
 * can make its hash, so it is named while the ring has an older one, which must stay until then (runbook, section 3).
 */
function formerPhoneColumn(secret: AppSecret): SealedColumn {
  const keys = formerPhoneKeys(secret);
  type Row = SealedRow & { readonly userId: UserId };
  return sealedColumn<Row>('former_phones.sealed_phone', {
    keys,
    place: formerPhonePlace,
    list: async (db, after, count) => {
      const { rows } = await sql<Row>`
        select user_id as id, user_id as "userId", coalesce(sealed_phone, '') as sealed
        from former_phones where user_id > ${Number(after ?? 0)} and (sealed_phone is not null or ${keys.length > 1})
        order by user_id limit ${count}`.execute(db);
      return rows;
    },
    put: async (db, row, sealed) => {
      const hash = hashFormerPhone(secret, String(unseal(keys, formerPhonePlace(row), sealed)));
      return changed(
        await sql`
          update former_phones set sealed_phone = ${sealed}, phone_hash = ${hash}
          where user_id = ${row.userId} and sealed_phone = ${row.sealed}`.execute(db),
      );
    },
  });
}

/** The secrets of authenticator apps, of accounts and of the few minutes in which one is added. */
function appSecretColumns(secret: AppSecret): SealedColumn[] {
  return (['second_factors', 'factor_questions'] as const).map((table) => {
    const id = sql.ref(table === 'second_factors' ? 'id' : 'name');
    return sealedColumn<SealedRow & { readonly subject: string }>(`${table}.sealed_secret`, {
      keys: appSecretKeys(secret),
      place: ({ subject }) => appSecretPlace(table, subject),
      list: async (db, after, count) => {
        const from = table === 'second_factors' ? Number(after ?? 0) : (after ?? '');
        const { rows } = await sql<SealedRow & { readonly subject: string }>`
          select ${id}::text as id, subject, sealed_secret as sealed from ${sql.table(table)}
          where ${id} > ${from} and sealed_secret is not null order by ${id} limit ${count}`.execute(db);
        return rows;
      },
      put: async (db, { subject, sealed: before }, sealed) =>
        changed(
          await sql`
            update ${sql.table(table)} set sealed_secret = ${sealed}
            where subject = ${subject} and sealed_secret = ${before}`.execute(db),
        ),
    });
  });
}
