import { sql } from 'kysely';
import { isSealedByNewest, type Place, sealBytes, unsealBytes } from '../config/seal.ts';
import type { Keyring } from '../config/secret.ts';
import type { Db } from '../db/db.ts';

/** A column whose values a rotation seals anew. */
export type SealedColumn = {
  readonly name: string;
  /**
   * Seals the next rows after `after` anew, in the order of their ids. A row that was changed meanwhile keeps what it has.
   * @returns the id of the last row that was looked at, null when there is none; how many were sealed; and the ids of
   *   those that do not open: another row's, or a secret's that is not there
   */
  readonly reseal: (db: Db, after: string | null, count: number) => Promise<Step>;
};
export type Step = { readonly last: string | null; readonly sealed: number; readonly unreadable: readonly string[] };

export type SealedRow = { readonly id: string; readonly sealed: string };
type Rows<R extends SealedRow> = {
  readonly list: (db: Db, after: string | null, count: number) => Promise<readonly R[]>;
  /** Writes the new value where the old one still stands. */
  readonly put: (db: Db, row: R, sealed: string) => Promise<bigint>;
};
type Seal<R extends SealedRow> = {
  readonly keys: Keyring;
  readonly place: (row: R) => Place;
  readonly open?: (row: R) => Buffer;
};

export function sealedColumn<R extends SealedRow>(
  name: string,
  { keys, place, open, list, put }: Seal<R> & Rows<R>,
): SealedColumn {
  const bytesOf = open ?? ((row: R) => unsealBytes(keys, place(row), row.sealed));
  return {
    name,
    reseal: async (db, after, count) => {
      const rows = await list(db, after, count);
      let sealed = 0;
      const unreadable: string[] = [];
      for (const row of rows) {
        if (isSealedByNewest(keys, row.sealed)) continue;
        const bytes = opened(row, bytesOf);
        if (bytes === null) {
          unreadable.push(String(row.id));
          continue;
        }
        sealed += Number(await put(db, row, sealBytes(keys, place(row), bytes)));
        bytes.fill(0);
      }
      return { last: rows.at(-1)?.id.toString() ?? null, sealed, unreadable };
    },
  };
}

/** A column of a table whose rows are numbered; `fields` are the columns that name the place of a value. */
export function sealedColumnOf<R extends SealedRow>(
  table: string,
  column: string,
  { fields, ...seal }: Seal<R> & { readonly fields: readonly (keyof R & string)[] },
): SealedColumn {
  const [from, value] = [sql.table(table), sql.ref(column)];
  return sealedColumn<R>(`${table}.${column}`, {
    ...seal,
    list: async (db, after, count) => {
      const { rows } = await sql<R>`
        select id, ${sql.join(fields.map((field) => sql.ref(field)))}, ${value} as sealed from ${from}
        where id > ${Number(after ?? 0)} order by id limit ${count}`.execute(db);
      return rows;
    },
    put: async (db, { id, sealed: before }, sealed) =>
      changed(await sql`update ${from} set ${value} = ${sealed} where id = ${id} and ${value} = ${before}`.execute(db)),
  });
}

export function changed({ numAffectedRows = 0n }: { readonly numAffectedRows?: bigint }): bigint {
  return numAffectedRows;
}

function opened<R>(row: R, open: (row: R) => Buffer): Buffer | null {
  try {
    return open(row);
  } catch {
    return null;
  }
}
