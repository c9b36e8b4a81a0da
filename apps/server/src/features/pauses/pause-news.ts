import type { UserId } from '@sathi/domain/ids.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Tx } from '../../db/db.ts';
import { pageUrl } from '../../delivery/links.ts';
import type { Outside } from '../../outside/outside.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { listPausedLoans, type PauseRow } from './pauses.repository.ts';

/**
 * Tells the owners and backers of the loans of a pause that the days have moved, or that they are back (R28.4): each person once, on
 * the page of the first of their loans, with a link to each.
 */
export async function tellOfPause(
  { secret, config, now }: Pick<Outside, 'secret' | 'config' | 'now'>,
  tx: Tx,
  { id, months, reason, mfiName, undoneAt }: PauseRow,
): Promise<void> {
  const what = undoneAt === null ? 'moved' : 'undone';
  const loans = await listPausedLoans(tx, id, what);
  const ids = [...new Set(loans.flatMap(({ people }) => people))];
  if (ids.length === 0) return;
  const origin = publicOrigin(config);
  const people = await listHearers(tx, ids);
  const loansOf = (userId: UserId) => loans.filter((loan) => loan.people.includes(userId));
  for (const loan of loans) {
    const about = { proposalId: loan.proposalId, ownerId: loan.ownerId, mfiName };
    const hearers = people.flatMap((person) => {
      const own = loansOf(person.userId);
      if (own[0] !== loan) return [];
      const links = own.map(({ proposalId, title }) => ({ title, url: pageUrl(origin, { mfiName, proposalId }) }));
      const facts = { title: loan.title, count: String(own.length), reason };
      return [{ ...person, ...facts, ...(own.length > 1 && { links }) }];
    });
    const event = {
      ...about,
      key: `pause:${id}:${what}`,
      url: pageUrl(origin, about),
      facts: { what, months: String(months) },
      hearers,
    };
    await tellWithin(tx, { secret, origin }, 'loan_paused', event, now());
  }
}
