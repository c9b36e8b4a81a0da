import { stringify } from 'csv-stringify/sync';

/** Tells spreadsheet programs that the text is UTF-8, without which Bengali and Arabic come out as noise. */
const BYTE_ORDER_MARK = '\ufeff';

/** Every text is quoted: some hold line breaks. */
const FORMAT = { escape_formulas: true, quoted_string: true, record_delimiter: 'windows' } as const;

export type CsvColumn<Row> = { readonly header: string; readonly value: (row: Row) => string | number | null };

/** A whole CSV file. Texts that a spreadsheet would take for a formula are made harmless. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => value(row) ?? ''));
  const header = columns.map((column) => column.header);
  return BYTE_ORDER_MARK + stringify([header, ...lines], FORMAT);
}

/** Cents as dollars. A number, because a text that begins with a minus sign would be taken for a formula. */
export function csvMoney(cents: number): number {
  return cents / 100;
}

export function csvHeaders(name: string): Record<string, string> {
  return { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` };
}
