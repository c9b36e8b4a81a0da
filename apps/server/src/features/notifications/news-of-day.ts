import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { addCents, type Cents } from '@sathi/domain/money.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { eventMail } from '../../delivery/mail.ts';
import { formatUsd } from '../../http/sentences.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Digest, listDigests, notesOf } from './digests.repository.ts';
import { type NewsOfDay, takeNews } from './news-of-day.repository.ts';
import { type Notification, notify } from './notify.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;
type Mfi = { readonly mfiId: MfiId; readonly mfiName: string };

/**
 * Mails backers what their bells have told since the last time about loans of an institution: new plans, defaults, and what came
 * back after them; to each person one mail of each kind that lists all of their loans (R27.2).
 */
export async function mailNewsOfDay(outside: Port, { mfiId, mfiName }: Mfi, today: CalendarDate): Promise<void> {
  const { db, secret, config, now } = outside;
  const origin = publicOrigin(config);
  await transaction(db, async (tx) => {
    const byKind = Map.groupBy(await takeNews(tx, mfiId, today), ({ kind }) => kind);
    for (const news of byKind.values()) {
      const digests = await listDigests(tx, news, { origin, mfiName });
      const mails = digests.map((digest) => mailOf(digest, mfiName));
      await notify(tx, secret, mails, now());
    }
  });
}

function mailOf({ person, first, news, mail }: Digest<NewsOfDay>, mfiName: string): Notification {
  const { userId, email, language } = person;
  const { kind, proposalId, eventKey } = first;
  const sums = news.flatMap(({ amountCents }) => amountCents ?? []);
  // The sentence has the sum of a single loan already.
  const sumOf = (amountCents: Cents | null) =>
    amountCents === null || news.length === 1 ? '' : formatUsd(language, amountCents);
  const notes = notesOf(news, ({ words, amountCents }) => words || sumOf(amountCents));
  const facts = {
    ...mail,
    mfiName,
    isOwner: false,
    ...(sums.length > 0 && { amountCents: addCents(...sums) }),
    ...(notes !== '' && { reason: notes }),
  };
  const content = email === null ? undefined : { to: email, ...eventMail(language, kind, facts, mail.links) };
  const dedupeKey = `loan_news:${eventKey}:${userId}`;
  return { userId, kind, proposalId, dedupeKey, isMailAlone: true, ...(content && { mail: content }) };
}
