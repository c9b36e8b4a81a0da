import type { MfiId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** The tables of kept figures: what their rows are about, and what is added up. */
const TABLES: ReadonlyArray<{
  readonly table: string;
  readonly about: readonly string[];
  readonly sums: readonly string[];
}> = [
  {
    table: 'institution_figures',
    about: ['mfi_id', 'status', 'is_approved', 'balance_currency', 'amount_currency'],
    sums: ['loans', 'balance_cents', 'amount_cents', 'balance_minor', 'amount_minor'],
  },
  {
    table: 'portfolio_figures',
    about: ['mfi_id', 'unpaid_on', 'is_written_off', 'currency'],
    sums: ['loans', 'outstanding_cents', 'outstanding_minor'],
  },
];

/** The most rows, beyond two for each thing that they are about, that stay unfolded: so few are added up in no time. */
const UNFOLDED_MAX = 200;
/** Rows that one statement folds. The rows of an institution are about far fewer things: days of instalments, statuses, currencies. */
const FOLDED_AT_ONCE = 50_000;

/**
 * Folds the figures of each institution into a row for each thing that they are about. Two that fold at once take different
 * rows, and a reader sees the rows from before or their sum.
 */
export async function foldFigures(db: Db): Promise<void> {
  for (const figures of TABLES) {
    const { rows } = await sql<{ mfiId: MfiId }>`
      select mfi_id as "mfiId" from ${sql.table(figures.table)}
      group by mfi_id having count(*) > ${UNFOLDED_MAX} + 2 * count(distinct (${columns(figures.about)}))`.execute(db);
    for (const { mfiId } of rows) {
      while ((await foldSome(db, figures, mfiId)) === FOLDED_AT_ONCE);
    }
  }
}

async function foldSome(db: Db, { table, about, sums }: (typeof TABLES)[number], mfiId: MfiId): Promise<number> {
  const figures = sql.table(table);
  const added = sums.map((name) => sql`sum(${sql.ref(name)})`);
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from ${figures} where mfi_id = ${mfiId} and id = any (array(
        select id from ${figures} where mfi_id = ${mfiId} order by id limit ${FOLDED_AT_ONCE} for update skip locked
      )) returning *
    ), folded as (
      insert into ${figures} (${columns([...about, ...sums])})
      select ${columns(about)}, ${sql.join(added)} from taken group by ${columns(about)}
      having ${sql.join(
        added.map((sum) => sql`${sum} <> 0`),
        sql` or `,
      )}
    )
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
