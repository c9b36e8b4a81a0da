import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Loan } from './loans.ts';
import type { World } from './world.ts';

/** A message of the owner, in any state of the loan: it may have been written before. */
export async function writeMessage(world: World, { id, owner }: Loan): Promise<{ messageId: string }> {
  const proposalId = Number(id) as ProposalId;
  const row = await world.db
    .insertInto('messages')
    .values({ proposalId, authorId: owner.id, text: 'Thank you', linksAllowed: false, sentAt: world.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { messageId: String(row.id) };
}
