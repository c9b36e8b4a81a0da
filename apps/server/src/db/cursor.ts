import { invalidField } from '../errors/refusal-error.ts';

export const PAGE_SIZE = 50;

/** The end of a page: the sort it belongs to, and the sort value and id of its last row. Opaque to clients. */
export type Cursor = { readonly sort: string; readonly value: string | number | null; readonly id: number };

function encodeCursor({ sort, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** The sort value of a cursor: an instant as ISO text, a whole number, or none where the id alone sorts. */
export type CursorValue = 'instant' | 'integer' | 'none';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An instant of the calendar: `Date` takes 30 February for a day of March and knows a year 0, a database neither. */
function isInstant(text: string): boolean {
  const instant = INSTANT.test(text) ? new Date(text) : null;
  return instant !== null && instant.getTime() >= 0 && instant.toISOString() === text;
}
const IS_VALUE: Readonly<Record<CursorValue, (value: unknown) => boolean>> = {
  instant: (value) => typeof value === 'string' && isInstant(value),
  integer: (value) => Number.isSafeInteger(value),
  none: (value) => value === null,
};

/** @throws RefusalError `invalid_request` for a cursor that this sort did not give */
export function decodeCursor(text: string | undefined, sort: string, kind: CursorValue): Cursor | null {
  if (text === undefined || text === '') return null;
  try {
    const [cursorSort, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (cursorSort === sort && IS_VALUE[kind](value) && Number.isSafeInteger(id)) return { sort, value, id };
  } catch {
    // Text that is no cursor is refused below, like any other wrong cursor.
  }
  throw invalidField('cursor', 'invalid');
}

/**
 * A page of rows that are few enough to be read all at once; the cursor tells how many came before.
 *
 * @throws RefusalError `invalid_request` for a cursor that this list did not give
 */
export function pageOfAll<Row>(
  sort: string,
  rows: readonly Row[],
  { limit = PAGE_SIZE, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  const before = rowsBefore(cursor, sort);
  return pageOf(rows.slice(before), limit, () => ({ sort, value: null, id: before + limit }));
}

/** The number of rows before the page of a cursor that counts them. @throws RefusalError `invalid_request` for any other cursor */
export function rowsBefore(cursor: string | undefined, sort: string): number {
  return Math.max(0, decodeCursor(cursor, sort, 'none')?.id ?? 0);
}

/** The cursor of the page behind so many rows. */
export function cursorBehind(sort: string, before: number): string {
  return encodeCursor({ sort, value: null, id: before });
}

/** Cuts the one row too many that was asked for to see whether another page follows. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => Cursor) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null };
}
