import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { endUnpaid } from './end-unpaid.repository.ts';
import { listLapsed, listLapsing } from './lapse.repository.ts';
import { listOpenBackings } from './parts.repository.ts';

/** Proposals in one run at most; many end together, at the end of a day. */
const LAPSE_BATCH = 1000;

/**
 * Ends what is unpaid after its last day and its grace (R20.3); the paid part stays. One short transaction for each proposal;
 * safe to run twice and beside itself, because each backing is judged again under the lock.
 * @returns how many proposals lost a part
 */
export async function lapseBackings(db: Db, clock: () => Date): Promise<number> {
  const ids = await listLapsing(db, clock(), LAPSE_BATCH);
  return doOneByOne(ids, (id) => transaction(db, (tx) => lapseProposal(tx, id, clock)));
}

async function lapseProposal(tx: Tx, id: ProposalId, clock: () => Date): Promise<boolean> {
  const proposal = await lockProposal(tx, id);
  // Each change of a long run has its own instant, taken under the lock, so that no journal is dated long before its
  // commit.
  const now = clock();
  if (proposal === undefined) return false;
  const lapsed = await listLapsed(tx, proposal, await listOpenBackings(tx, { proposalId: id }), now);
  if (lapsed.length === 0) return false;
  await endUnpaid(tx, proposal, lapsed, now);
  return true;
}
