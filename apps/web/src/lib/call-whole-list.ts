import { callList } from './api.ts';
import type { DataOf, InputOf, ListName, QueryOf } from './wire.ts';

/** All rows of a list, over as many pages as it takes: for what is shown or saved as a whole. @throws ApiError */
export async function callWholeList<Name extends ListName>(
  name: Name,
  query: QueryOf<Name>,
  options: { signal?: AbortSignal } = {},
): Promise<DataOf<Name>> {
  const rows: unknown[] = [];
  let cursor: string | undefined;
  do {
    const input = { query: { ...(query as object), ...(cursor !== undefined && { cursor }) } };
    const page = await callList(name, input as unknown as InputOf<Name>, options);
    rows.push(...(page.data as unknown[]));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows as DataOf<Name>;
}
