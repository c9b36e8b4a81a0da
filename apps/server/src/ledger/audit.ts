import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

export type Violation = { readonly violation: string; readonly proposalId: number | null; readonly detail: string };

/** Every disagreement between the books and what they explain; empty when all is sound (R18.4). */
export async function listViolations(db: Db): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select violation, proposal_id as "proposalId", detail from audit limit 100`.execute(db);
  return rows;
}
