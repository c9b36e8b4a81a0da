import type { MessageId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { findMessage } from '../features/messages/messages.repository.ts';
import { readMessages, sendMessage } from '../features/messages/messages.service.ts';
import { CONVERSATIONS, type SeedConversation } from './conversations.ts';
import type { SeedContext, Step } from './story.ts';
import { seedChange } from './seed-change.ts';

type Context = Pick<SeedContext, 'tx' | 'people'>;

/** The messages between people, each at its time and through the use case that sends it. */
export function messageSteps(context: Context): Step[] {
  return CONVERSATIONS.flatMap((conversation) => stepsOf(context, conversation));
}

function stepsOf({ tx, people }: Context, { owner, title, messages, read }: SeedConversation): Step[] {
  const find = () => findLoan(tx, people[owner].id, title);
  const said = messages.map(([who, daysAgo, text]): Step => {
    const run = async (now: Date) =>
      sendMessage({ ...seedChange(tx, people[who], now), proposal: await find(), body: { text }, isLimited: false });
    return { daysAgo, run };
  });
  const opened = read.map(([who, daysAgo]): Step => {
    const run = async (now: Date) => {
      const { lastMessageId } = await find();
      const message = lastMessageId === null ? undefined : await findMessage(tx, lastMessageId, people[who].id);
      if (message) await readMessages({ ...seedChange(tx, people[who], now), message });
    };
    return { daysAgo, run };
  });
  return [...said, ...opened];
}

type Found = { readonly id: ProposalId; readonly lastMessageId: MessageId | null };

async function findLoan(db: Db, ownerId: UserId, title: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select p.id, (select max(m.id) from messages m where m.proposal_id = p.id) as "lastMessageId"
    from proposals p where p.owner_id = ${ownerId} and p.title = ${title}`.execute(db);
  if (rows[0] === undefined) throw new Error(`${title}: somebody wrote about it before it was there`);
  return rows[0];
}
