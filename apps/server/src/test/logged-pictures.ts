import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Loan } from './loans.ts';
import { keptPicture } from './pictures.ts';
import type { World } from './world.ts';

/** The owner's picture, and with it the ids of an entry in the log and of a place in the album. */
export async function logPicture(world: World, loan: Pick<Loan, 'id' | 'owner'>) {
  const image = await keptPicture(world, loan.owner);
  const picture = { proposalId: Number(loan.id) as ProposalId, image };
  const update = await world.db
    .insertInto('updates')
    .values({ ...picture, description: 'The cloth has come.', postedAt: world.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const inAlbum = await world.db
    .insertInto('galleryImages')
    .values({ ...picture, addedAt: world.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { image, updateId: String(update.id), galleryImageId: String(inAlbum.id) };
}
