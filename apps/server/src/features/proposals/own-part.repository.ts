import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** A person who is no staff, and the proposals that they are shown. */
export type Asked = { readonly readerId: UserId; readonly ids: readonly ProposalId[] };

/**
 * Whether each person has, or ever had, a part in one of their proposals: as owner, backer, in its conversation or by a report, or
 * leaves it out of the own list. A person who is stopped by an institution, or who backs something hidden, counts
 * everywhere: their lists differ by what these proposals do not tell. Claims are looked up by their person, who has few: by
 * their loans they would be looked up once for each that is shown and each that is hidden.
 * @returns an answer in the place of each who is asked about
 */
export async function havePart(db: Db, asked: readonly Asked[]): Promise<boolean[]> {
  const readers = asked.map(({ readerId }) => readerId);
  const lists = asked.map(({ ids }) => `{${ids.join()}}`);
  const { rows } = await sql<{ hasPart: boolean }>`
    with asked as materialized (
      select place, reader, ids::bigint[] as ids
      from unnest((select ${readers}::bigint[]), (select ${lists}::text[])) with ordinality as a (reader, ids, place)
    )
    select exists (select from proposals p where p.id = any (ids) and p.owner_id = reader)
      or exists (select from accounts a where a.kind = 'claim' and a.user_id = reader and a.proposal_id = any (ids))
      or exists (select from ignored_proposals g where g.user_id = reader and g.proposal_id = any (ids))
      or exists (select from messages e where e.author_id = reader and e.proposal_id = any (ids))
      or exists (select from reports r join report_cases c on c.id = r.case_id
        where r.reporter_id = reader and c.proposal_id = any (ids))
      or exists (select from freezes z where z.user_id = reader and z.lifted_at is null)
      or exists (select from accounts a join proposals h on h.id = a.proposal_id and h.hidden_at is not null
        where a.kind = 'claim' and a.user_id = reader) as "hasPart"
    from asked order by place`.execute(db);
  return rows.map(({ hasPart }) => hasPart);
}
