import type { StatementId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { isSealedByNewest, type Place, sealBytes, unsealBytes } from '../config/seal.ts';
import type { AppSecret, Keyring } from '../config/secret.ts';
import type { Db } from '../db/db.ts';
import { deliveryKeys, deliveryPlace } from '../delivery/deliveries.ts';
import {
  chainKeyPlace,
  createKeyring,
  openChainKey,
  type SealedChainKey,
} from '../features/chain/chain-keys.repository.ts';
import { appSecretKeys, appSecretPlace } from '../features/identity/app-codes.ts';
import { pushKeys, pushPlace } from '../features/notifications/push.repository.ts';
import { type Destined, destinationKeys, destinationPlace } from '../features/withdrawals/destinations.ts';
import { payoutAccountPlace } from '../features/withdrawals/payout-account-seals.ts';
import { statementKeys, statementPlace } from '../features/statements/statement-seals.ts';
import { answerPlace } from '../http/idempotency.ts';

/** A column whose values a rotation seals anew. */
export type SealedColumn = {
  readonly name: string;
  /**
   * Seals the next rows after `after` anew, in the order of their ids. A row that was changed meanwhile keeps what it has.
   * @returns the id of the last row that was looked at, null when there is none; how many were sealed; and the ids of
   *   those that do not open: another row's, or a secret's that is not there
   */
  readonly reseal: (db: Db, after: string | null, count: number) => Promise<Step>;
};
export type Step = { readonly last: string | null; readonly sealed: number; readonly unreadable: readonly string[] };

type Row = { readonly id: string; readonly sealed: string };
type Browser = Parameters<typeof pushPlace>[0];
type Column<R extends Row> = {
  readonly keys: Keyring;
  readonly place: (row: R) => Place;
  readonly open?: (row: R) => Buffer;
  readonly list: (db: Db, after: string | null, count: number) => Promise<readonly R[]>;
  /** Writes the new value where the old one still stands. */
  readonly put: (db: Db, row: R, sealed: string) => Promise<bigint>;
};

/** Every column that keeps something sealed. A test compares the list with the schema. */
export function sealedColumns(secret: AppSecret, chainSecrets: readonly string[]): readonly SealedColumn[] {
  const answers = destinationKeys(secret);
  const chain = createKeyring(secret, chainSecrets);
  return [
    column<Row & Destined>('withdrawals.sealed_destination', {
      keys: destinationKeys(secret),
      place: destinationPlace,
      list: async (db, after, count) => {
        const { rows } = await sql<Row & Destined>`
          select id, proposal_id as "proposalId", owner_id as "ownerId", amount_cents as "amountCents",
            sealed_destination as sealed
          from withdrawals where id > ${Number(after ?? 0)} order by id limit ${count}`.execute(db);
        return rows;
      },
      put: async (db, { id, sealed: before }, sealed) =>
        changed(
          await sql`
            update withdrawals set sealed_destination = ${sealed}
            where id = ${id} and sealed_destination = ${before}`.execute(db),
        ),
    }),
    column<Row & Parameters<typeof payoutAccountPlace>[0]>('payout_accounts.sealed_destination', {
      keys: destinationKeys(secret),
      place: payoutAccountPlace,
      list: async (db, after, count) => {
        const { rows } = await sql<Row & Parameters<typeof payoutAccountPlace>[0]>`
          select id, user_id as "userId", sealed_destination as sealed from payout_accounts
          where id > ${Number(after ?? 0)} order by id limit ${count}`.execute(db);
        return rows;
      },
      put: async (db, { id, sealed: before }, sealed) =>
        changed(
          await sql`
            update payout_accounts set sealed_destination = ${sealed}
            where id = ${id} and sealed_destination = ${before}`.execute(db),
        ),
    }),
    column<Row & SealedChainKey>('chain_keys.sealed_key', {
      keys: chain,
      place: ({ userId }) => chainKeyPlace(userId),
      open: (row) => openChainKey(chain, row),
      list: async (db, after, count) => {
        const { rows } = await sql<Row & SealedChainKey>`
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
    }),
    column<Row & { readonly dedupeKey: string }>('outbox.payload', {
      keys: deliveryKeys(secret),
      place: ({ dedupeKey }) => deliveryPlace(dedupeKey),
      list: async (db, after, count) => {
        const { rows } = await sql<Row & { readonly dedupeKey: string }>`
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
    }),
    column<Row & { readonly scope: string; readonly key: string }>('idempotency_keys.response', {
      keys: answers,
      place: answerPlace,
      list: async (db, after, count) => {
        const [scope = '', key = ''] = after === null ? [] : (JSON.parse(after) as [string, string]);
        // An answer that is a text is a sealed one; all others are objects.
        const { rows } = await sql<Row & { readonly scope: string; readonly key: string }>`
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
    }),
    column<Row & Browser>('push_subscriptions.sealed_address', {
      keys: pushKeys(secret),
      place: pushPlace,
      list: async (db, after, count) => {
        const { rows } = await sql<Row & Browser>`
          select id, user_id as "userId", address_hash as "addressHash", sealed_address as sealed
          from push_subscriptions where id > ${Number(after ?? 0)} order by id limit ${count}`.execute(db);
        return rows;
      },
      put: async (db, { id, sealed: before }, sealed) =>
        changed(
          await sql`
            update push_subscriptions set sealed_address = ${sealed}
            where id = ${id} and sealed_address = ${before}`.execute(db),
        ),
    }),
    column<Row & { readonly statementId: StatementId; readonly piece: number }>('statement_files.sealed_bytes', {
      keys: statementKeys(secret),
      place: statementPlace,
      list: async (db, after, count) => {
        const { rows } = await sql<Row & { readonly statementId: StatementId; readonly piece: number }>`
          select id, statement_id as "statementId", piece, sealed_bytes as sealed from statement_files
          where id > ${Number(after ?? 0)} order by id limit ${count}`.execute(db);
        return rows;
      },
      put: async (db, { id, sealed: before }, sealed) =>
        changed(
          await sql`
            update statement_files set sealed_bytes = ${sealed}
            where id = ${id} and sealed_bytes = ${before}`.execute(db),
        ),
    }),
    ...appSecretColumns(secret),
  ];
}

/** The secrets of authenticator apps, of accounts and of the few minutes in which one is added. */
function appSecretColumns(secret: AppSecret): SealedColumn[] {
  return (['second_factors', 'factor_questions'] as const).map((table) => {
    const id = sql.ref(table === 'second_factors' ? 'id' : 'name');
    return column<Row & { readonly subject: string }>(`${table}.sealed_secret`, {
      keys: appSecretKeys(secret),
      place: ({ subject }) => appSecretPlace(table, subject),
      list: async (db, after, count) => {
        const from = table === 'second_factors' ? Number(after ?? 0) : (after ?? '');
        const { rows } = await sql<Row & { readonly subject: string }>`
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

function column<R extends Row>(name: string, { keys, place, open, list, put }: Column<R>): SealedColumn {
  const bytesOf = open ?? ((row: R) => unsealBytes(keys, place(row), row.sealed));
  return {
    name,
    reseal: async (db, after, count) => {
      const rows = await list(db, after, count);
      let sealed = 0;
      const unreadable: string[] = [];
      for (const row of rows) {
        if (isSealedByNewest(keys, row.sealed)) continue;
        const bytes = opened(row, bytesOf);
        if (bytes === null) {
          unreadable.push(String(row.id));
          continue;
        }
        sealed += Number(await put(db, row, sealBytes(keys, place(row), bytes)));
        bytes.fill(0);
      }
      return { last: rows.at(-1)?.id.toString() ?? null, sealed, unreadable };
    },
  };
}

function opened<R>(row: R, open: (row: R) => Buffer): Buffer | null {
  try {
    return open(row);
  } catch {
    return null;
  }
}

function changed({ numAffectedRows = 0n }: { readonly numAffectedRows?: bigint }): bigint {
  return numAffectedRows;
}
