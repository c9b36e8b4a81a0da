import { type StepUpOf, stepUpRefusal } from '@sathi/domain/step-up.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import type { Caller } from './call.ts';

/**
 * Asks for a proof of this session that is not older than ten minutes (R34.2). Called after everything else was judged,
 * in the transaction that the refusal takes back.
 *
 * @throws RefusalError `step_up_required` with the ways that are open to the caller
 */
export async function refuseUnproven(
  db: Db,
  { sessionId }: Pick<Caller, 'sessionId'>,
  of: StepUpOf,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ provenAt: Date | null; kinds: Array<'passkey' | 'totp'> }>`
    select s.proven_at as "provenAt",
      coalesce((select array_agg(distinct f.kind order by f.kind) from second_factors f where f.subject = s.subject), '{}') as kinds
    from sessions s where s.id = ${sessionId}`.execute(db);
  const { provenAt = null, kinds = [] } = rows[0] ?? {};
  const refusal = stepUpRefusal(of, { provenAt, hasSecondFactor: kinds.length > 0 }, now);
  if (refusal !== null) throw new RefusalError(refusal, { methods: kinds.length > 0 ? kinds : ['password'] });
}
