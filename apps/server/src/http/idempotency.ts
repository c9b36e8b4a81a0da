import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { type Place, seal, unseal } from '../config/seal.ts';
import type { Keyring } from '../config/secret.ts';
import { RefusalError } from '../errors/refusal-error.ts';

/** One request as the client sent it. Sent again with the same key, it is the same attempt (R6.3). */
export type Attempt = {
  /** The owner of the key; keys of different people never meet. */
  readonly scope: string;
  /** Null when the client gave none. */
  readonly key: string | null;
  /** Keyed, so that a stored hash tells nothing about a body that held a secret. */
  readonly requestHash: string;
  /** The same request hashed with each secret, for one that came before a rotation; the hash alone when left out. */
  readonly requestHashes?: () => readonly string[];
  /** The answer as it will be sent, to be stored beside its effect. */
  readonly encode: (data: unknown) => StoredAnswer;
  /** Undoes the encryption that `encode` gave the stored answer. */
  readonly unseal?: (response: unknown) => unknown;
};

/** The attempt of a call whose answer must not be kept in the clear. */
export function sealed(attempt: Attempt, keys: Keyring): Attempt {
  const place = answerPlace(attempt);
  return {
    ...attempt,
    encode: (data) => {
      const { status, response } = attempt.encode(data);
      return { status, response: seal(keys, place, response) };
    },
    unseal: (response) => unseal(keys, place, String(response)),
  };
}

/** An answer is repeated to the person and the key that it was given to. */
export function answerPlace({ scope, key }: { readonly scope: string; readonly key: string | null }): Place {
  return ['idempotency_keys', scope, key ?? ''];
}

export type StoredAnswer = { readonly status: number; readonly response: unknown };

/** Ends a repeated attempt with the answer of the first. */
export class ReplayedAnswer extends Error {
  override readonly name = 'ReplayedAnswer';
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('replayed');
    this.answer = answer;
  }
}

/**
 * Runs `work` in one transaction and stores its answer in the same one, so that a repeated request can neither act twice
 * nor lose its answer to a crash. A twin that is still running is waited for.
 *
 * @throws ReplayedAnswer when the attempt was already answered; RefusalError `idempotency_key_reused`
 */
export async function runOnce<Data>(
  db: Db,
  attempt: Attempt,
  now: Date,
  work: (tx: Tx) => Promise<Data>,
): Promise<Data> {
  return transaction(db, async (tx) => {
    if (attempt.key === null) return work(tx);
    await claimKey(tx, attempt, attempt.key, now);
    const data = await work(tx);
    const { status, response } = attempt.encode(data);
    await tx
      .updateTable('idempotencyKeys')
      .set({ status, response: JSON.stringify(response) })
      .where('scope', '=', attempt.scope)
      .where('key', '=', attempt.key)
      .execute();
    return data;
  });
}

/** The insert waits for a running twin; when it committed, its answer is there to be read. */
async function claimKey(tx: Tx, attempt: Attempt, key: string, now: Date): Promise<void> {
  const claimed = await tx
    .insertInto('idempotencyKeys')
    .values({
      scope: attempt.scope,
      key,
      requestHash: attempt.requestHash,
      status: 0,
      response: sql`'null'::json`,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed === undefined) throw replayOf(attempt, await findKey(tx, attempt.scope, key));
}

export type IdempotencyRow = { readonly requestHash: string; readonly status: number; readonly response: unknown };

async function findKey(tx: Tx, scope: string, key: string): Promise<IdempotencyRow | undefined> {
  return tx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'response'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** The answer to a repeated attempt: the first one, or a refusal when its content differs. */
export function replayOf(attempt: Attempt, row: IdempotencyRow | undefined): Error {
  if (row === undefined || row.status === 0) return new RefusalError('request_in_progress');
  const isSame = row.requestHash === attempt.requestHash || attempt.requestHashes?.().includes(row.requestHash);
  if (!isSame) return new RefusalError('idempotency_key_reused');
  const response = attempt.unseal ? attempt.unseal(row.response) : row.response;
  return new ReplayedAnswer({ status: row.status, response });
}

/** Earlier answers to any of these attempts, by `scope` and `key` joined with a line break. */
export async function findAttempts(db: Db, attempts: readonly Attempt[]): Promise<Map<string, IdempotencyRow>> {
  const keyed = attempts.filter((attempt) => attempt.key !== null);
  if (keyed.length === 0) return new Map();
  const { rows } = await sql<IdempotencyRow & { scope: string; key: string }>`
    select k.scope, k.key, k.request_hash as "requestHash", k.status, k.response
    from unnest(
      (select ${keyed.map((attempt) => attempt.scope)}::text[]), (select ${keyed.map((attempt) => attempt.key)}::text[])
    ) as asked (scope, key)
    cross join lateral (
      select * from idempotency_keys k where k.scope = asked.scope and k.key = asked.key limit 1
    ) k`.execute(db);
  return new Map(rows.map((row) => [`${row.scope}\n${row.key}`, row]));
}

/** A repeated request is known before work that is dear. @throws ReplayedAnswer */
export async function refuseKnownAttempt(db: Db, attempt: Attempt): Promise<void> {
  const [known] = (await findAttempts(db, [attempt])).values();
  if (known !== undefined) throw replayOf(attempt, known);
}

/** Stores the answers of many attempts of one transaction; those without a key are left out. */
export async function storeAnswers(
  tx: Tx,
  answers: readonly { readonly attempt: Attempt; readonly data: unknown }[],
  now: Date,
): Promise<void> {
  const keyed = answers.filter(({ attempt }) => attempt.key !== null);
  if (keyed.length === 0) return;
  const stored = keyed.map(({ attempt, data }) => ({ ...attempt, ...attempt.encode(data) }));
  await sql`
    insert into idempotency_keys (scope, key, request_hash, status, response, created_at)
    select s, k, h, c, r::json, ${now} from unnest(
      ${stored.map((row) => row.scope)}::text[], ${stored.map((row) => row.key)}::text[],
      ${stored.map((row) => row.requestHash)}::text[], ${stored.map((row) => row.status)}::smallint[],
      ${stored.map((row) => JSON.stringify(row.response))}::text[]
    ) as t (s, k, h, c, r)`.execute(tx);
}
