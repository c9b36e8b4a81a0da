import { type ImportCells, type ImportHeader, importHeader, IMPORT_LINES_MAX } from '@sathi/domain/imports.ts';
import { parse } from 'csv-parse/sync';
import { RefusalError } from '../../errors/refusal-error.ts';

const DELIMITERS = [',', ';', '\t'] as const;
/** The most rows of a sheet that are read, its empty rows included. */
const RECORDS_MAX = 10 * IMPORT_LINES_MAX;
/** The sign before a text that a spreadsheet would take for a formula, such as a phone with its plus. */
const FORMULA_GUARD = /^'(?=[=+\-@])/;

export type SheetLine = { readonly row: number; readonly cells: ImportCells };

/**
 * Reads the CSV of an import. Rows count from 1 with the header and empty ones, as a spreadsheet numbers them.
 *
 * @throws RefusalError `sheet_malformed`, `columns_missing` with their names, `too_many_people`
 */
export function readSheet(text: string): { readonly lines: readonly SheetLine[]; readonly unknownColumns: string[] } {
  const whole = text.toWellFormed();
  const { delimiter, header } = headerOf(whole);
  if (header.missing.length > 0) {
    throw new RefusalError('columns_missing', { words: { columns: header.missing.join(', ') } });
  }
  const records = recordsOf(whole, delimiter, { to: RECORDS_MAX });
  if (records.length === RECORDS_MAX) throw new RefusalError('too_many_people');
  const lines = records
    .map((cells, index) => ({ row: index + 1, cells: cellsOf(cells, header) }))
    .slice(1)
    .filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''));
  if (lines.length > IMPORT_LINES_MAX) throw new RefusalError('too_many_people');
  return { lines, unknownColumns: [...header.unknown] };
}

/** The header as it reads with the delimiter by which the most columns are known. */
function headerOf(text: string): { readonly delimiter: string; readonly header: ImportHeader } {
  const read = DELIMITERS.map((delimiter) => {
    const [cells = []] = recordsOf(text, delimiter, { to: 1 });
    return { delimiter, header: importHeader(cells) };
  });
  return read.reduce((best, each) => (each.header.columns.size > best.header.columns.size ? each : best));
}

/** @throws RefusalError `sheet_malformed` where a quote never ends */
function recordsOf(text: string, delimiter: string, options: { readonly to?: number } = {}): string[][] {
  try {
    return parse(text, {
      ...options,
      delimiter,
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
    });
  } catch {
    throw new RefusalError('sheet_malformed');
  }
}

function cellsOf(record: readonly string[], { columns }: ImportHeader): ImportCells {
  return Object.fromEntries(
    [...columns].map(([column, index]) => [column, (record[index] ?? '').trim().replace(FORMULA_GUARD, '')]),
  );
}
