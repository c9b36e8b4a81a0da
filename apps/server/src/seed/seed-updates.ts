import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Db } from '../db/db.ts';
import { addGalleryImage } from '../features/updates/gallery.service.ts';
import { createUpdate } from '../features/updates/updates.service.ts';
import type { SeedContext, Step } from './loan-story.ts';
import { type SeedUpdates, UPDATE_STORIES } from './update-stories.ts';
import { SEED_ATTEMPT } from './seed-attempt.ts';

type Context = Pick<SeedContext, 'db' | 'people' | 'pictures'>;

/** What owners told of their loans and showed of them, each at its time and through its use case. */
export function updateSteps(context: Context, secret: Buffer): Step[] {
  return UPDATE_STORIES.flatMap((story) => stepsOf(context, secret, story));
}

function stepsOf({ db, people, pictures }: Context, secret: Buffer, story: SeedUpdates): Step[] {
  const viewer = people[story.owner];
  const find = () => findLoan(db, viewer.id, story.title);
  const told = story.updates.map(([daysAgo, picture, description]): Step => {
    const run = async (now: Date) => {
      const command = { viewer, attempt: SEED_ATTEMPT, now, secret, proposalId: await find() };
      return createUpdate(db, { ...command, image: pictures[picture], description });
    };
    return { daysAgo, run };
  });
  const fillAlbum = async (now: Date) => {
    const command = { viewer, attempt: SEED_ATTEMPT, now, proposalId: await find() };
    for (const [picture, alt] of story.album) await addGalleryImage(db, { ...command, image: pictures[picture], alt });
  };
  return [...told, { daysAgo: story.albumAt, run: fillAlbum }];
}

async function findLoan(db: Db, ownerId: UserId, title: string): Promise<ProposalId> {
  const { id } = await db
    .selectFrom('proposals')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return id;
}
