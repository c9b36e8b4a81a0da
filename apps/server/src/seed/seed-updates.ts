import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Db } from '../db/db.ts';
import { askedProposal } from '../features/proposals/proposals.repository.ts';
import { addGalleryImage } from '../features/updates/gallery.service.ts';
import { createUpdate } from '../features/updates/updates.service.ts';
import type { SeedContext, Step } from './story.ts';
import { type SeedUpdates, UPDATE_STORIES } from './update-stories.ts';
import { seedChange } from './seed-change.ts';
import type { AppSecret } from '../config/secret.ts';

type Teller = { readonly secret: AppSecret; readonly origin: string };
type Context = Pick<SeedContext, 'tx' | 'people' | 'pictures'>;

/** The updates and pictures of owners, each at its time and through its use case. */
export function updateSteps(context: Context, teller: Teller): Step[] {
  return UPDATE_STORIES.flatMap((story) => stepsOf(context, teller, story));
}

function stepsOf({ tx, people, pictures }: Context, teller: Teller, story: SeedUpdates): Step[] {
  const viewer = people[story.owner];
  const find = async () => askedProposal({ tx, asked: { proposalId: await findLoan(tx, viewer.id, story.title) } });
  const told = story.updates.map(([daysAgo, picture, description]): Step => {
    const run = async (now: Date) => {
      const body = { image: pictures[picture], description };
      return createUpdate({ ...seedChange(tx, viewer, now), ...(await find()), body }, teller);
    };
    return { daysAgo, run };
  });
  const fillAlbum = async (now: Date) => {
    const change = { ...seedChange(tx, viewer, now), ...(await find()) };
    for (const [picture, alt] of story.album)
      await addGalleryImage({ ...change, body: { image: pictures[picture], alt } });
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
