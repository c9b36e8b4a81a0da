import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/**
 * Whether a person who is no staff has, or ever had, a part in one of these proposals: as owner, backer, in its conversation or
 * by a report, or leaves it out of the own list. A person who is stopped by an institution, or who backs something
 * hidden, counts everywhere: their lists differ by what these proposals do not tell.
 */
export async function hasPartIn(db: Db, readerId: UserId, ids: readonly ProposalId[]): Promise<boolean> {
  const { rows } = await sql<{ hasPart: boolean }>`
    with asked as materialized (select ${ids}::bigint[] as ids, ${readerId}::bigint as reader)
    select exists (select from proposals p, asked where p.id = any (ids) and p.owner_id = reader)
      or exists (select from accounts a, asked
        where a.kind = 'claim' and a.proposal_key = any (ids) and a.user_key = reader)
      or exists (select from ignored_proposals g, asked where g.user_id = reader and g.proposal_id = any (ids))
      or exists (select from messages e, asked where e.author_id = reader and e.proposal_id = any (ids))
      or exists (select from reports r join report_cases c on c.id = r.case_id, asked
        where r.reporter_id = reader and c.proposal_id = any (ids))
      or exists (select from freezes z, asked where z.user_id = reader and z.lifted_at is null)
      or exists (select from proposals h join accounts a on a.kind = 'claim' and a.proposal_key = h.id, asked
        where h.hidden_at is not null and a.user_key = reader) as "hasPart"`.execute(db);
  return rows[0]?.hasPart ?? true;
}
