import { invalidField } from '../refusal-error.ts';

export const PAGE_SIZE = 50;

/** Where a page ends: the sort it belongs to, and the sort value and id of its last row. Opaque to clients. */
export type Cursor = { readonly sort: string; readonly value: string | number | null; readonly id: number };

export function encodeCursor({ sort, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** @throws RefusalError `invalid_request` for a cursor that this sort did not give */
export function decodeCursor(text: string | undefined, sort: string): Cursor | null {
  if (text === undefined || text === '') return null;
  try {
    const [cursorSort, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const isValue = value === null || typeof value === 'string' || typeof value === 'number';
    if (cursorSort === sort && isValue && Number.isSafeInteger(id)) return { sort, value, id };
  } catch {
    // Not one of ours; told below like any other wrong cursor.
  }
  throw invalidField('cursor', 'invalid');
}

/** Cuts the one row too many that was asked for to see whether another page follows. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => Cursor) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null };
}
