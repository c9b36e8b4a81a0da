import { sql } from 'kysely';
import type { Db } from './db.ts';

/** One column of a table or view, as the database itself describes it. */
export type CatalogueColumn = {
  readonly table: string;
  readonly isView: boolean;
  readonly column: string;
  /** The name of the type in PostgreSQL, such as `int8`; an array's starts with an underscore. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly generated: 'always' | 'by default' | 'computed' | 'no';
  /** The one column that a foreign key points at, when there is one. */
  readonly references: { readonly table: string; readonly column: string } | null;
  /** The values that a check allows, when it is a plain list of texts. */
  readonly allowed: readonly string[] | null;
};

type Row = Omit<CatalogueColumn, 'references' | 'allowed'> & {
  readonly referencedTable: string | null;
  readonly referencedColumn: string | null;
  readonly checks: readonly string[] | null;
};

/** Every column of the public schema in a stable order; partitions and the migrator's own tables are left out. */
export async function readCatalogue(db: Db): Promise<CatalogueColumn[]> {
  const { rows } = await sql<Row>`
    select
      c.relname as table,
      c.relkind in ('v', 'm') as is_view,
      a.attname as column,
      t.typname as type,
      not a.attnotnull as is_nullable,
      case
        when a.attgenerated <> '' then 'computed'
        when a.attidentity = 'a' then 'always'
        when a.attidentity = 'd' or a.atthasdef then 'by default'
        else 'no'
      end as generated,
      reference.table as referenced_table,
      reference.column as referenced_column,
      (
        select jsonb_agg(pg_get_constraintdef(k.oid) order by k.conname)
        from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      ) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join lateral (
      select f.relname as table, fa.attname as column
      from pg_constraint k
      join pg_class f on f.oid = k.confrelid
      join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
      order by cardinality(k.conkey), k.conname
      limit 1
    ) reference on true
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p', 'v', 'm')
      and not c.relispartition
      and c.relname not like 'kysely\\_%'
    order by c.relname, a.attnum
  `.execute(db);
  return rows.map(({ referencedTable, referencedColumn, checks, ...column }) => ({
    ...column,
    references:
      referencedTable === null || referencedColumn === null
        ? null
        : { table: referencedTable, column: referencedColumn },
    allowed: allowedTexts(checks ?? []),
  }));
}

/** Reads `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`; any other check says nothing about single values. */
function allowedTexts(checks: readonly string[]): string[] | null {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(check)?.[1];
    if (list) return Array.from(list.matchAll(/'([^']*)'::text/g), ([, text]) => text ?? '');
  }
  return null;
}
