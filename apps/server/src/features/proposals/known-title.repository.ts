import { type RawBuilder, sql } from 'kysely';
import { STATUS } from '../../db/proposal-status.ts';

/**
 * The title of the proposal `p` as far as a reader may know it. A draft is its owner's alone (section 4), so people who knew
 * the proposal before it became one again read the title that it had then.
 */
export function knownTitle(reader: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case when p.status > ${STATUS.drafted} or p.owner_id = ${reader} then p.title else coalesce((
    select e.before ->> 'title' from proposal_events e
    where e.proposal_id = p.id and e.before ->> 'title' is not null
      and e.id > (select max(d.id) from proposal_events d where d.proposal_id = p.id and d.to_status = ${STATUS.drafted})
    order by e.id limit 1
  ), p.title) end`;
}
