import { createHash } from 'node:crypto';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { takeTime } from '../../db/take-time.ts';
import { transaction } from '../../db/transaction.ts';

/** Rows in one transaction of the job and in one page of the check. */
const BATCH_ROWS = 500;
/** The hash that stands before the first row. */
const BEGINNING = '';

type LogRow = {
  readonly id: number;
  readonly mfiId: MfiId;
  readonly actorId: UserId | null;
  readonly action: string;
  readonly details: string;
  readonly enteredBy: UserId | null;
  readonly network: string;
  readonly at: Date;
};
type Link = { readonly mfiId: MfiId; readonly position: number; readonly logId: number; readonly hash: string };

const COLUMNS = sql`l.id, l.mfi_id as "mfiId", l.actor_id as "actorId", l.action, l.details, l.entered_by as "enteredBy",
  l.network, l.at`;

/** The hash covers every column and the hash before it, so none of them changes unseen. */
function hashOf(before: string, { id, mfiId, actorId, action, details, enteredBy, network, at }: LogRow): string {
  const parts = [before, id, mfiId, actorId, action, details, enteredBy, network, at.toISOString()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Chains the rows that are not chained yet, each to the newest of its institution (R34.5). One process at a time; a row
 * that commits late is chained late.
 * @returns how many
 */
export async function chainAuditLog(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows: claims } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('audit chain', 0)) as "isOurs"`.execute(tx);
    if (!claims[0]?.isOurs) return 0;
    const { rows } = await sql<LogRow>`
      select ${COLUMNS} from audit_unchained u join audit_log l on l.id = u.log_id order by l.id
      limit ${BATCH_ROWS}`.execute(tx);
    if (rows.length === 0) return 0;
    const newest = await findHeads(tx, [...new Set(rows.map(({ mfiId }) => mfiId))]);
    const links = rows.map((row) => {
      const before = newest.get(row.mfiId);
      const hash = hashOf(before?.hash ?? BEGINNING, row);
      const link = { mfiId: row.mfiId, position: (before?.position ?? 0) + 1, logId: row.id, hash };
      newest.set(row.mfiId, link);
      return link;
    });
    await tx.insertInto('auditLinks').values(links).execute();
    const ids = links.map(({ logId }) => logId);
    await tx.deleteFrom('auditUnchained').where('logId', 'in', ids).execute();
    return links.length;
  });
}

/** The newest link of each of these institutions, read by its key alone: the links only grow. */
async function findHeads(tx: Tx, mfiIds: readonly MfiId[]): Promise<Map<MfiId, Link>> {
  const { rows } = await sql<Link>`
    select k.mfi_id as "mfiId", k.position, k.log_id as "logId", k.hash
    from unnest(${mfiIds}::bigint[]) as asked (mfi_id)
    cross join lateral (
      select * from audit_links k where k.mfi_id = asked.mfi_id order by k.position desc limit 1
    ) k`.execute(tx);
  return new Map(rows.map((head) => [head.mfiId, head]));
}

export type Finding = {
  readonly mfiId: MfiId;
  readonly logId: number;
  readonly problem: 'changed' | 'removed' | 'gap' | 'unchained';
};

/** Every row that does not stand where and as it was chained, and every row that is not chained (yet). */
export function verifyAuditLog(db: Db): Promise<Finding[]> {
  return transaction(db, async (tx) => {
    await takeTime(tx);
    return [...(await listBroken(tx)), ...(await listUnchained(tx))];
  });
}

async function listBroken(tx: Tx): Promise<Finding[]> {
  const findings: Finding[] = [];
  let last: Link | null = null;
  for (;;) {
    const page: (Link & { row: LogRow | null })[] = await listLinks(tx, last);
    if (page.length === 0) return findings;
    for (const link of page) {
      const before: Link | null = last?.mfiId === link.mfiId ? last : null;
      findings.push(...problemsOf(link, before));
      last = link;
    }
  }
}

async function listUnchained(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ mfiId: MfiId; logId: number }>`
    select l.mfi_id as "mfiId", l.id as "logId" from audit_log l
    where not exists (select from audit_links k where k.log_id = l.id) order by l.id`.execute(tx);
  return rows.map((row) => ({ ...row, problem: 'unchained' }));
}

function problemsOf({ row, ...link }: Link & { row: LogRow | null }, before: Link | null): Finding[] {
  const named = { mfiId: link.mfiId, logId: link.logId };
  const isNext = link.position === (before?.position ?? 0) + 1;
  const gap = isNext ? [] : [{ ...named, problem: 'gap' as const }];
  if (row === null) return [...gap, { ...named, problem: 'removed' }];
  // After a gap the hash before is unknown, so a row whose hash does not fit does not count as changed.
  const isSame = row.mfiId === link.mfiId && hashOf(before?.hash ?? BEGINNING, row) === link.hash;
  return isSame || !isNext ? gap : [{ ...named, problem: 'changed' }];
}

async function listLinks(tx: Tx, last: Link | null): Promise<(Link & { row: LogRow | null })[]> {
  const { rows } = await sql<Link & LogRow & { id: number | null; linkMfiId: MfiId }>`
    select k.mfi_id as "linkMfiId", k.position, k.log_id as "logId", k.hash, ${COLUMNS}
    from audit_links k left join audit_log l on l.id = k.log_id
    where (k.mfi_id, k.position) > (${last?.mfiId ?? 0}::bigint, ${last?.position ?? 0}::bigint)
    order by k.mfi_id, k.position limit ${BATCH_ROWS}`.execute(tx);
  return rows.map(({ linkMfiId, position, logId, hash, ...row }) => ({
    mfiId: linkMfiId,
    position,
    logId,
    hash,
    row: row.id === null ? null : row,
  }));
}
