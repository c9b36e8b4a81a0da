import { sql } from 'kysely';
import type { Database } from '../db/db.ts';

/** The database as the migrations left it: its shape, its tables, and those with rows. */
type Pristine = { readonly shape: string; readonly tables: readonly string[]; readonly written: readonly string[] };

/**
 * An embedded database that the files of one worker use in turns. Opening one takes a second, and its WebAssembly runs
 * faster the longer it has run.
 */
export class KeptDatabase {
  readonly database: Database;
  readonly #pristine: Pristine;

  private constructor(database: Database, pristine: Pristine) {
    this.database = database;
    this.#pristine = pristine;
  }

  /** Remembers the database as it is now. */
  static async of(database: Database): Promise<KeptDatabase> {
    const { db } = database;
    const tables = await listTables(database);
    const written = await listFilled(database, tables);
    for (const table of written) {
      await sql`create temporary table ${sql.table(`pristine_${table}`)} as table ${sql.table(table)}`.execute(db);
    }
    await sql`
      create temporary table pristine_sequences as
      select format('%I.%I', schemaname, sequencename)::regclass as id, coalesce(last_value, start_value) as value, last_value is not null as is_used
      from pg_sequences where schemaname = 'public'`.execute(db);
    return new KeptDatabase(database, { shape: await shapeOf(database), tables, written });
  }

  /** Puts every row and sequence back; false when a test has changed a table, a trigger or a function. */
  async reset(): Promise<boolean> {
    const { db } = this.database;
    const { shape, tables, written } = this.#pristine;
    if ((await shapeOf(this.database)) !== shape) return false;
    const filled = await listFilled(this.database, tables);
    // Triggers hold the rows that are never changed, and a replica leaves them out. Emptied files keep new rows in their order.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`truncate ${sql.join(filled.map((table) => sql.table(table)))} cascade`.execute(db);
    for (const table of written) {
      await sql`insert into ${sql.table(table)} overriding system value table ${sql.table(`pristine_${table}`)}`.execute(
        db,
      );
    }
    await sql`select setval(id, value, is_used) from pristine_sequences`.execute(db);
    await sql`reset all`.execute(db);
    return true;
  }
}

async function listTables({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}

async function listFilled({ db }: Database, tables: readonly string[]): Promise<string[]> {
  const probes = tables.map(
    (table) => sql`select ${table}::text as name where exists (select from ${sql.table(table)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(probes, sql` union all `)}`.execute(db);
  return rows.map(({ name }) => name);
}

async function shapeOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select md5(concat_ws('|',
      (select string_agg(concat(attrelid::regclass, attname, atttypid, attnotnull, attisdropped), ',' order by attrelid, attnum)
         from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)),
      (select string_agg(concat(tgrelid::regclass, tgname, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(pg_get_constraintdef(oid), ',' order by oid) from pg_constraint),
      (select string_agg(prosrc, ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace)
    )) as shape`.execute(db);
  return rows[0]?.shape ?? '';
}
