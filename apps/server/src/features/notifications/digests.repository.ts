import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';
import { pageUrl } from '../../delivery/links.ts';
import { type Hearer, listHearers } from './hearers.repository.ts';

/** News of a loan to one person. */
export type LoanNews = { readonly userId: UserId; readonly proposalId: ProposalId; readonly title: string };

/** The news of one person. */
export type Digest<News extends LoanNews> = {
  readonly person: Hearer & { readonly userId: UserId };
  readonly first: News;
  readonly news: readonly News[];
  /** Facts of one mail about all of it: the page of the first loan, and a link to each where there are several. */
  readonly mail: Pick<Hearer, 'url' | 'links'> & { readonly title: string; readonly count: string };
};

/** News of several loans of an institution is one mail to each person (R27.2, R28.4), with their news in the order of `news`. */
export async function listDigests<News extends LoanNews>(
  tx: Tx,
  news: readonly News[],
  { origin, mfiName }: { readonly origin: string; readonly mfiName: string },
): Promise<Digest<News>[]> {
  if (news.length === 0) return [];
  const newsOf = Map.groupBy(news, ({ userId }) => userId);
  return (await listHearers(tx, [...newsOf.keys()])).flatMap((person) => {
    const own = newsOf.get(person.userId) ?? [];
    const [first] = own;
    if (first === undefined) return [];
    const links = own.map(({ proposalId, title }) => ({ title, url: pageUrl(origin, { mfiName, proposalId }) }));
    const mail = { title: first.title, count: String(own.length), url: links[0]?.url ?? origin };
    return [{ person, first, news: own, mail: { ...mail, ...(own.length > 1 && { links }) } }];
  });
}

/** The words about each loan, named where there are several; empty words are left out. */
export function notesOf<News extends LoanNews>(news: readonly News[], noteOf: (one: News) => string): string {
  return news
    .map((one) => ({ title: one.title, note: noteOf(one) }))
    .filter(({ note }) => note !== '')
    .map(({ title, note }) => (news.length === 1 ? note : `${title}: ${note}`))
    .join('\n');
}
