import { stringify } from 'csv-stringify/sync';

/** Tells spreadsheet programs that the text is UTF-8, without which Bengali and Arabic come out as noise. */
const BYTE_ORDER_MARK = '\ufeff';

/** Every text is quoted: some hold line breaks. */
const FORMAT = { escape_formulas: true, quoted_string: true, record_delimiter: 'windows' } as const;

export type CsvColumn<Row> = { readonly header: string; readonly value: (row: Row) => string | number | null };

/** A whole CSV file. Texts that a spreadsheet would take for a formula are made harmless. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return csvHead(columns) + csvLines(columns, rows);
}

/**
 * A CSV file of any length, page by page, so that neither the memory nor the other requests feel how long it is. `nextPage`
 * gets the last row so far, null at first; the file ends with the first empty page.
 */
export async function* csvPages<Row>(
  columns: readonly CsvColumn<Row>[],
  nextPage: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  yield csvHead(columns);
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await nextPage(last);
    last = rows.at(-1) ?? null;
    if (last === null) return;
    yield csvLines(columns, rows);
  }
}

/** The first line of a file, with the mark of its encoding. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return BYTE_ORDER_MARK + stringify([columns.map((column) => column.header)], FORMAT);
}

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => value(row) ?? ''));
  return stringify(lines, FORMAT);
}

/** Cents as dollars. A number, because a text that begins with a minus sign would be taken for a formula. */
export function csvMoney(cents: number): number {
  return cents / 100;
}

export function csvHeaders(name: string): Record<string, string> {
  return { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` };
}
