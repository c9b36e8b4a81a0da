import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { readMessages, sendMessage } from '../features/messages/messages.service.ts';
import { CONVERSATIONS, type SeedConversation } from './conversations.ts';
import type { SeedContext, Step } from './loan-story.ts';
import { SEED_ATTEMPT } from './seed-attempt.ts';

type Context = Pick<SeedContext, 'db' | 'people'>;

/** What people wrote to each other, each message at its time and through the use case that sends it. */
export function messageSteps(context: Context): Step[] {
  return CONVERSATIONS.flatMap((conversation) => stepsOf(context, conversation));
}

function stepsOf({ db, people }: Context, { owner, title, messages, read }: SeedConversation): Step[] {
  const find = () => findLoan(db, people[owner].id, title);
  const said = messages.map(([who, daysAgo, text]): Step => {
    const run = async (now: Date) =>
      sendMessage(db, {
        viewer: people[who],
        attempt: SEED_ATTEMPT,
        now,
        proposalId: (await find()).id,
        text,
        isLimited: false,
      });
    return { daysAgo, run };
  });
  const opened = read.map(([who, daysAgo]): Step => {
    const run = async (now: Date) => {
      const { lastMessageId } = await find();
      if (lastMessageId !== null)
        await readMessages(db, { viewer: people[who], attempt: SEED_ATTEMPT, now, messageId: lastMessageId });
    };
    return { daysAgo, run };
  });
  return [...said, ...opened];
}

type Found = {
  readonly id: Parameters<typeof sendMessage>[1]['proposalId'];
  readonly lastMessageId: Parameters<typeof readMessages>[1]['messageId'] | null;
};

async function findLoan(db: Db, ownerId: UserId, title: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select p.id, (select max(m.id) from messages m where m.proposal_id = p.id) as "lastMessageId"
    from proposals p where p.owner_id = ${ownerId} and p.title = ${title}`.execute(db);
  if (rows[0] === undefined) throw new Error(`${title}: somebody wrote about it before it was there`);
  return rows[0];
}
