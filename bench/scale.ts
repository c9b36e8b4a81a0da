import { sql } from 'kysely';
import { foldFigures } from '../apps/server/src/features/mfis/fold-figures.repository.ts';
import { lateQueue } from '../apps/server/src/features/mfis/late-queue.ts';
import { findMfiStats } from '../apps/server/src/features/mfis/mfi-figures.repository.ts';
import { listDueLoans } from '../apps/server/src/features/mfis/portfolio-figures.repository.ts';
import { listQueues } from '../apps/server/src/features/mfis/work-queues.repository.ts';
import { type ListOptions, listProposals } from '../apps/server/src/features/proposals/proposal-lists.repository.ts';
import { addPeople, type Books, type Person, ROI } from './books.ts';
import { type Claim, ratePerSecond, type Side } from './measure.ts';

export const smallSize = 100_000;
const LARGE = 1_000_000;
/** The number of proposals of each owner. */
const LOANS_OF_ONE = 100;
const ROWS_AT_ONCE = 5_000;
const PAGE = 50;
/** One of them is in the title of each proposal, so that a tenth has the first. */
const WORDS = ['sewing', 'goats', 'rickshaw', 'bakery', 'ছাগল', 'সেলাই', 'দোকান', 'ماعز', 'خياطة', 'مخبز'];
const FREQUENT = 'sewing';
/** A word in one title each: the letters of a hash. */
const RARE = sql`translate(left(md5(n::text), 10), '0123456789', 'ghijklmnop')`;

/** The size of the large books: `SCALE=10000000` asks for ten million. About four kilobytes of disk for each. */
export function largeSize(): number {
  return Number(process.env['SCALE'] ?? LARGE);
}

export type Scale = { readonly books: Books; readonly reader: Person; readonly rare: string };

/** Published proposals, a second apart. */
export async function fillScale(books: Books, count: number): Promise<Scale> {
  const people = await addPeople(books, count / LOANS_OF_ONE);
  const firstId = Math.min(...people.map(({ id }) => id));
  const { db } = books;
  for (let first = 1; first <= count; first += ROWS_AT_ONCE) {
    await sql`
      insert into proposals (owner_id, mfi_id, title, description, amount_cents, months_to_repay, needed_on, published_at,
        funding_deadline, created_at)
      select ${firstId}::bigint + n % ${people.length}::int, ${ROI}::bigint,
        (${WORDS}::text[])[1 + n % ${WORDS.length}::int] || ' ' || ${RARE} || ' ' || n,
        'So that the children of the village can go to school', 10000 + n % 1000, 1 + n % 60, date '2030-01-01',
        now() - n * interval '1 second', now() + interval '20 days', now() - n * interval '1 second'
      from generate_series(${first}::int, ${Math.min(count, first + ROWS_AT_ONCE - 1)}::int) as n`.execute(db);
  }
  await foldFigures(db);
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{
    rare: string;
  }>`select ${RARE} as rare from (values (${Math.floor(count / 2)}::int)) as t (n)`.execute(db);
  return { books, reader: people[0] as Person, rare: rows[0]?.rare ?? '' };
}

type Read = (db: Books['db']) => Promise<unknown>;

/** A read by the staff of an institution costs the same however many proposals it has (R11.3). */
function officeClaim(small: Scale, large: Scale, what: string, read: Read): Claim {
  const side = ({ books: { db } }: Scale, count: number): Side => ({
    name: `with ${count.toLocaleString('en')}`,
    measure: (seconds) => ratePerSecond(1, seconds, () => read(db)),
  });
  return {
    title: `${what} of an institution with ${largeSize().toLocaleString('en')} proposals, postgres`,
    unit: 'answers/s',
    above: side(large, largeSize()),
    below: side(small, smallSize),
    required: 0.83,
  };
}

/** A list costs the same however many there are, and a search at most three pages of it. */
export function scaleClaims(small: Scale, large: Scale): readonly Claim[] {
  const list = (scale: Scale, name: string, options: (scale: Scale) => ListOptions = () => ({})): Side => ({
    name,
    measure: (seconds) =>
      ratePerSecond(1, seconds, () =>
        listProposals(
          scale.books.db,
          { kind: 'others', readerId: scale.reader.id },
          { limit: PAGE, ...options(scale) },
          new Date(),
        ),
      ),
  });
  const page = list(large, 'page 1');
  const search = (title: string, options: (scale: Scale) => ListOptions): Claim => ({
    title: `${title} in ${largeSize().toLocaleString('en')} proposals, postgres`,
    unit: 'answers/s',
    above: list(large, 'search', options),
    below: page,
    required: 0.33,
    rounds: 3,
  });
  return [
    {
      title: `one page of ${PAGE} out of ${largeSize().toLocaleString('en')} proposals and of ${smallSize.toLocaleString('en')}, postgres`,
      unit: 'pages/s',
      above: page,
      below: list(small, `page 1 of ${smallSize.toLocaleString('en')}`),
      required: 0.83,
      aim: 0.95,
    },
    search('a word that one has', ({ rare }) => ({ search: rare })),
    search('the same with a mistake in it', ({ rare }) => ({ search: mistaken(rare) })),
    search('a word that a tenth has', () => ({ search: FREQUENT })),
    search('two words that no one has together', ({ rare }) => ({ search: `${rare} ${FREQUENT}x` })),
    officeClaim(small, large, 'figures', (db) => findMfiStats(db, ROI)),
    officeClaim(small, large, 'work queues', (db) =>
      listQueues(db, { mfiId: ROI, readerId: small.reader.id, now: new Date() }),
    ),
  ];
}

/** The portfolio costs the same too. While `report` measures it, each proposal is kept as a loan that owes. */
export async function reportPortfolio(
  small: Scale,
  large: Scale,
  report: (claim: Claim) => Promise<void>,
): Promise<void> {
  for (const scale of [small, large]) {
    await keepDues(scale.books);
  }
  const read: Read = async (db) => lateQueue(db, ROI, await listDueLoans(db, ROI, new Date()), new Date());
  await report(officeClaim(small, large, 'portfolio', read));
  for (const { books } of [small, large]) {
    await sql`truncate loan_dues, portfolio_figures`.execute(books.db);
  }
}

/** Due days of two years before and after today. */
async function keepDues({ db }: Books): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      insert into loan_dues (proposal_id, mfi_id, unpaid_on, is_written_off, outstanding_cents, currency, outstanding_minor)
      select id, mfi_id, (now() + (id % 1460 - 730) * interval '1 day')::date, false, amount_cents, 'USD', amount_cents
      from proposals where id > ${after} order by id limit ${ROWS_AT_ONCE} returning proposal_id as id`.execute(db);
    if (rows.length === 0) break;
    after = Math.max(...rows.map(({ id }) => id));
  }
  await foldFigures(db);
  await sql`vacuum analyze`.execute(db);
}

/** Two neighbours in the middle change places. */
function mistaken(word: string): string {
  const middle = Math.floor(word.length / 2);
  return `${word.slice(0, middle)}${word[middle + 1]}${word[middle]}${word.slice(middle + 2)}`;
}
