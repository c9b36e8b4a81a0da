import type { MfiId } from '@sathi/domain/ids.ts';
import type { Db } from '../../db/db.ts';
import { csvHead, csvLines } from '../../http/csv.ts';
import type { TableRow } from '../../db/table-row.ts';
import { columnsOf, readableRow } from '../../http/table-rows.ts';
import type { ZipEntry } from '../../http/zip.ts';
import { EXPORTS } from './mfi-exports.ts';
import { listOfficeRows, OFFICE_PARTS } from './office-data.repository.ts';

const PAGE_ROWS = 2000;

/** The files that may be taken singly, and one for each part, page by page. A part without rows is there too, and empty. */
export async function* officeFiles(db: Db, mfiId: MfiId): AsyncGenerator<ZipEntry, void, undefined> {
  for (const [name, file] of Object.entries(EXPORTS)) yield { name: `${name}.csv`, text: file(db, mfiId) };
  for (const part of Object.keys(OFFICE_PARTS)) yield { name: `${part}.csv`, text: officeFile(db, mfiId, part) };
}

async function* officeFile(db: Db, mfiId: MfiId, part: string): AsyncGenerator<string, void, undefined> {
  let after: number | null = null;
  for (;;) {
    const rows: TableRow[] = await listOfficeRows(db, mfiId, OFFICE_PARTS[part]!, { after, limit: PAGE_ROWS });
    const readable = rows.map(readableRow);
    const [first] = readable;
    if (first === undefined) return;
    const columns = columnsOf(first);
    if (after === null) yield csvHead(columns);
    yield csvLines(columns, readable);
    after = Number(rows.at(-1)?.['id']);
  }
}
