import type { SavedSearchId, UserId } from '@sathi/domain/ids.ts';
import { SAVED_SEARCHES_MAX, weekEnd } from '@sathi/domain/saved-searches.ts';
import { translationFor } from '@sathi/domain/translations.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { openLoansUrl, pageUrl } from '../../delivery/links.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Filters, read, written } from './search-filters.ts';
import { tellWithin } from '../notifications/tell.ts';
import type { ProposalCardRow } from '../proposals/proposal-cards.repository.ts';
import { listNewlyOpen } from '../proposals/proposal-lists.repository.ts';
import {
  findSearcher,
  listDueSearchers,
  listSavedSearches,
  lockSearcher,
  type SavedSearchRow,
  saveSearch,
  setLookedUntil,
} from './saved-searches.repository.ts';

/** More would be no letter; the list has them all. */
const NAMED_MAX = 10;

/** A name that is taken gets the new filters. @throws RefusalError `searches_full` */
export async function keepSearch({
  tx,
  viewer,
  now,
  body: { name, filters },
}: Change & { readonly body: { readonly name: string; readonly filters: Filters } }): Promise<{ id: SavedSearchId }> {
  await lockSearcher(tx, viewer.id);
  const others = (await listSavedSearches(tx, viewer.id)).filter((search) => search.name !== name);
  if (others.length >= SAVED_SEARCHES_MAX) throw new RefusalError('searches_full');
  return { id: await saveSearch(tx, { userId: viewer.id, name, filters: written(filters) }, now) };
}

/** `origin` is the public one, which links start with. */
type Port = Pick<Outside, 'db' | 'now' | 'secret'> & { readonly origin: string };

/**
 * Tells each person once a week of what was published that matches a search of theirs; of nothing new nobody hears. One short
 * transaction for each, which moves the mark and writes the mail: a run that is killed is taken up by the next, and of
 * several at once one tells.
 *
 * @returns how many were told
 */
export async function tellOfSavedSearches(outside: Port): Promise<number> {
  const { db, now } = outside;
  const until = weekEnd(now());
  return doOneByOne(await listDueSearchers(db, until), (userId) =>
    transaction(db, (tx) => tellSearcher(tx, outside, userId, until)),
  );
}

async function tellSearcher(tx: Tx, { secret, origin, now }: Port, userId: UserId, until: Date): Promise<boolean> {
  await lockSearcher(tx, userId);
  const due = (await listSavedSearches(tx, userId)).filter(({ lookedUntil }) => lookedUntil < until);
  const found = await findMatches(tx, userId, due, { until, now: now() });
  await setLookedUntil(tx, userId, until);
  if (found.proposals.length === 0) return false;
  const searcher = await findSearcher(tx, userId);
  const event = {
    key: `saved_search:${until.toISOString()}`,
    names: found.names.join(', '),
    url: openLoansUrl(origin),
    hearers: [{ userId, ...searcher, links: linksOf(origin, found.proposals, searcher.language) }],
  };
  await tellWithin(tx, { secret, origin }, 'saved_search', event, now());
  return true;
}

/** Each proposal once, however many searches find it. */
async function findMatches(
  db: Db,
  userId: UserId,
  searches: readonly SavedSearchRow[],
  { until, now }: { readonly until: Date; readonly now: Date },
) {
  const names: string[] = [];
  const proposals = new Map<number, ProposalCardRow>();
  for (const search of searches) {
    const period = { after: search.lookedUntil, until };
    const rows = await listNewlyOpen(db, userId, read(search.filters), { period, now, limit: NAMED_MAX });
    if (rows.length > 0) names.push(search.name);
    for (const row of rows) proposals.set(row.id, row);
  }
  return { names, proposals: [...proposals.values()].slice(0, NAMED_MAX) };
}

function linksOf(origin: string, proposals: readonly ProposalCardRow[], language: 'en' | 'be' | 'ar') {
  return proposals.map((proposal) => ({
    title: (translationFor(proposal, language) ?? proposal).title,
    url: pageUrl(origin, { mfiName: proposal.mfiName, proposalId: proposal.id }),
  }));
}
