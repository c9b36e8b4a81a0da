import { publicOrigin } from '../../config/public-origin.ts';
import type { Tx } from '../../db/db.ts';
import { pageUrl } from '../../delivery/links.ts';
import type { Outside } from '../../outside/outside.ts';
import { listDigests } from '../notifications/digests.repository.ts';
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
  const origin = publicOrigin(config);
  const news = loans.flatMap((loan) => loan.people.map((userId) => ({ ...loan, userId })));
  const digests = await listDigests(tx, news, { origin, mfiName });
  for (const loan of loans) {
    const about = { proposalId: loan.proposalId, ownerId: loan.ownerId, mfiName };
    const hearers = digests
      .filter(({ first }) => first.proposalId === loan.proposalId)
      .map(({ person, mail }) => ({ ...person, ...mail, reason }));
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
