import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AppSecret } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import { takeTime } from '../../db/take-time.ts';
import { transaction } from '../../db/transaction.ts';
import { writtenUntil } from '../../ledger/written-until.ts';
import { anchorOnChain } from '../chain/chain-registrations.repository.ts';
import { type DayKeys, dayKeysOf, type Signature, signatureProblem, signRoot } from './ledger-signatures.repository.ts';

/** Days that one statement reads: however many there are, it ends within its limit. */
const DAYS_AT_ONCE = 7;
/** The root before the first. */
const BEGINNING = '';
/** Hashes of audit logs beside the root in a record on the chain, which takes 1024 bytes: fifteen are too many, and longer ids take more. */
const LOGS_OF_RECORD = 10;

/** A day of the ledger in UTC. `digest` is made of ids, kinds and sums of its journals and of what they moved. */
type Day = { readonly day: string; readonly journals: number; readonly cents: number; readonly digest: string };
type SignedDay = Omit<Day, 'digest'> & Signature;

/**
 * Signs each day of the ledger that has ended and is not signed yet, and has the newest root written on the chain with
 * the newest hash of each institution's audit log (R34.5). One process at a time.
 * @returns how many
 */
export async function signLedgerDays(db: Db, secret: AppSecret, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows: claims } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('ledger days', 0)) as "isOurs"`.execute(tx);
    if (!claims[0]?.isOurs) return 0;
    await takeTime(tx);
    const [last] = (await readSignedDays(tx, 'newest')).rows;
    const days = await readDays(tx, last?.day ?? null, now);
    const keys = dayKeysOf(secret);
    let before = last?.root ?? BEGINNING;
    const signed = days.map(({ digest, ...day }) => {
      before = rootOf(before, { ...day, digest });
      return { ...day, root: before, ...signRoot(keys, before), signedAt: now };
    });
    const newestDay = signed.pop();
    if (newestDay === undefined) return 0;
    const { day, root } = newestDay;
    const [logs, ...moreLogs] = await newestHashes(tx);
    const records = [{ day, root, ...logs }, ...moreLogs.map((more) => ({ day, ...more }))];
    const anchoredBy = await anchorOnChain(tx, `day-${day}`, records, now);
    await tx
      .insertInto('ledgerDays')
      .values([...signed, { ...newestDay, anchoredBy }])
      .execute();
    return days.length;
  });
}

export type DayFinding = { readonly day: string; readonly problem: 'changed' | 'forged' | 'unknown key' | 'unsigned' };

/**
 * Every signed day that is not as it was signed or not signed by us, and every ended day without a signature.
 *
 * A day whose secret was dropped is believed by what a later secret vouched for while both were in the ring: this day had this
 * root, and the key beside it signed it. Its journals still have to give that root, and each later root holds it, up to those
 * that a key of the ring signed and those that the chain has. Only somebody who had the older secret and all rights in the
 * database before the rotation could have signed another day; what the chain has tells.
 */
export function verifyLedgerDays(db: Db, secret: AppSecret, now: Date): Promise<DayFinding[]> {
  return transaction(db, async (tx) => {
    await takeTime(tx);
    const signed = new Map((await readSignedDays(tx, 'all')).rows.map((row) => [row.day, row]));
    const keys = dayKeysOf(secret);
    let before = BEGINNING;
    return (await readDays(tx, null, now)).flatMap((day) => {
      const found = signed.get(day.day);
      const problem = problemOf(found, rootOf(before, day), keys);
      before = found?.root ?? before;
      return problem === null ? [] : [{ day: day.day, problem }];
    });
  });
}

/** The newest signed day; undefined before the first. */
export async function findNewestRoot(db: Db): Promise<{ readonly day: string; readonly root: string } | undefined> {
  const [newest] = (await readSignedDays(db, 'newest')).rows;
  return newest && { day: newest.day, root: newest.root };
}

/** The place of the newest root on the chain; undefined before the first. */
export async function findNewestAnchor(db: Db) {
  return db
    .selectFrom('ledgerDays as l')
    .innerJoin('chainOperations as o', 'o.id', 'l.anchoredBy')
    .leftJoin('chainDeploys as d', (join) =>
      join.onRef('d.operationId', '=', 'o.id').on('d.step', '=', 0).on('d.status', '=', 'succeeded'),
    )
    .select(['o.proposalRef as ref', 'l.root', 'd.hash as deployHash'])
    .orderBy('l.day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function problemOf(found: SignedDay | undefined, root: string, keys: DayKeys): DayFinding['problem'] | null {
  if (found === undefined) return 'unsigned';
  const problem = signatureProblem(keys, found);
  if (problem !== null) return problem;
  return found.root === root ? null : 'changed';
}

/** Holds every figure of the day and the root before, so no day changes or goes unseen. */
function rootOf(before: string, { day, journals, cents, digest }: Day): string {
  return createHash('sha256')
    .update(JSON.stringify([before, day, journals, cents, digest]))
    .digest('base64url');
}

function readSignedDays(db: Db | Tx, which: 'newest' | 'all') {
  return sql<SignedDay>`
    select day::text, journals, cents, root, key_id as "keyId", signature, public_key as "publicKey", vouch from ledger_days
    order by day desc limit ${which === 'newest' ? 1 : null}`.execute(db);
}

/** The ended days after `after` to which no more journals come, else from the first on that has a journal or is signed. */
async function readDays(tx: Tx, after: string | null, now: Date): Promise<Day[]> {
  const until = await writtenUntil(tx, now);
  const days: Day[] = [];
  for (;;) {
    const page = await readNextDays(tx, days.at(-1)?.day ?? after, until);
    days.push(...page);
    if (page.length < DAYS_AT_ONCE) return days;
  }
}

async function readNextDays(tx: Tx, after: string | null, until: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with days as (
      select d::date as day, d at time zone 'UTC' as starts from generate_series(
        coalesce(${after}::date + interval '1 day', least(
          (select min(day) from ledger_days), (select date_trunc('day', min(at) at time zone 'UTC') from journals))),
        ${until}::timestamptz at time zone 'UTC' - interval '1 day',
        interval '1 day'
      ) d order by d limit ${DAYS_AT_ONCE}
    )
    select day::text, f.* from days cross join lateral (
      select count(*)::int as journals, coalesce(sum(j.amount_cents), 0)::bigint as cents,
        encode(sha256(convert_to(coalesce(string_agg(
          concat_ws(' ', j.proposal_id, j.id, j.kind, j.amount_cents, t.moved), ',' order by j.proposal_id, j.id), ''),
          'UTF8')), 'hex') as digest
      from journals j cross join lateral (
        select string_agg(concat_ws('-', from_account_id, to_account_id, amount_cents), '+' order by id) as moved
        from transfers where proposal_id = j.proposal_id and journal_id = j.id
      ) t
      where j.at >= days.starts and j.at < days.starts + interval '1 day'
    ) f order by day`.execute(tx);
  return rows;
}

/** One group for each record on the chain. */
async function newestHashes(tx: Tx): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ mfiId: number; hash: string }>`
    select k.mfi_id as "mfiId", k.hash from mfis m cross join lateral (
      select * from audit_links where mfi_id = m.id order by position desc limit 1
    ) k order by k.mfi_id`.execute(tx);
  const hashes = rows.map(({ mfiId, hash }) => [`auditLog${mfiId}`, hash] as const);
  return Array.from({ length: Math.ceil(hashes.length / LOGS_OF_RECORD) }, (_, group) =>
    Object.fromEntries(hashes.slice(group * LOGS_OF_RECORD, (group + 1) * LOGS_OF_RECORD)),
  );
}
