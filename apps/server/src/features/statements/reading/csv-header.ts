import { DELIMITERS, type Delimiter, headRecords } from './csv-records.ts';
import { headerKey, roleOf } from './csv-dictionary.ts';
import { proposalFor } from './csv-proposal.ts';
import { refused, StatementRefused } from './refused.ts';
import type { CsvMapping, CsvRole } from '@sathi/domain/statement-files.ts';

const KNOWN_NAMES_MIN = 3;
/** A day, an amount and something about it. */
const COLUMNS_MIN = 3;
const SAMPLE_ROWS = 5;

export type CsvHeader = {
  readonly delimiter: Delimiter;
  /** The record of the header, from 1. */
  readonly row: number;
  readonly width: number;
  readonly columns: ReadonlyMap<CsvRole, number>;
};

/**
 * The header that an account's mapping names (R21.4).
 *
 * @throws StatementRefused `mapping_needed` with a proposal; `format_unknown` for a text without columns
 */
export function findHeader(head: string, mapping: CsvMapping | null, timeZone: string): CsvHeader {
  const heads = DELIMITERS.map((delimiter) => ({ delimiter, records: headRecords(head, delimiter) }));
  if (mapping !== null) {
    const wanted = Object.entries(mapping.columns).flatMap(([role, name]) =>
      name === undefined ? [] : [[role as CsvRole, headerKey(name)] as const],
    );
    const names = new Set(wanted.map(([, key]) => key));
    const least = Math.min(KNOWN_NAMES_MIN, names.size);
    const found = heads
      .map(({ delimiter, records }) => ({
        delimiter,
        records,
        ...bestRow(records, (cell) => names.has(headerKey(cell)), least),
      }))
      .toSorted((a, b) => b.known - a.known)[0];
    const header = found?.records[found.row];
    if (found && header && found.known >= least) {
      const keys = header.map(headerKey);
      const columns = new Map(wanted.map(([role, key]) => [role, keys.indexOf(key)]));
      const areAll = [...columns.values()].every((column) => column >= 0);
      if (areAll) return { delimiter: found.delimiter, row: found.row + 1, width: header.length, columns };
    }
  }
  throw mappingNeeded(heads, timeZone);
}

type Heads = readonly { readonly delimiter: Delimiter; readonly records: readonly string[][] }[];

/** The first row with so many known names; else the one with the most. */
function bestRow(
  records: readonly string[][],
  isKnown: (cell: string) => boolean,
  least: number,
): { row: number; known: number } {
  const counts = records.map((record) => new Set(record.filter(isKnown).map(headerKey)).size);
  const first = counts.findIndex((count) => count >= least && count > 0);
  const row = first >= 0 ? first : counts.indexOf(Math.max(0, ...counts));
  return { row, known: counts[row] ?? 0 };
}

function mappingNeeded(heads: Heads, timeZone: string): StatementRefused {
  const guesses = heads
    .map(({ records }) => ({ records, ...bestRow(records, (cell) => roleOf(cell) !== null, KNOWN_NAMES_MIN) }))
    .map(({ records, row, known }) => ({ records, row: known > 0 ? row : widestRow(records), known }))
    .map((guess) => ({ ...guess, width: (guess.records[guess.row] ?? []).filter((cell) => cell !== '').length }));
  const best = guesses
    .filter(({ width }) => width >= COLUMNS_MIN)
    .toSorted((a, b) => b.known - a.known || b.width - a.width)[0];
  if (best === undefined) return refused('format_unknown');
  const headers = best.records[best.row] ?? [];
  const rows = best.records.slice(best.row + 1).filter((record) => record.some((cell) => cell !== ''));
  return new StatementRefused({
    code: 'mapping_needed',
    headers,
    sample: rows.slice(0, SAMPLE_ROWS),
    proposal: proposalFor(headers, rows, timeZone),
  });
}

function widestRow(records: readonly string[][]): number {
  const widths = records.map((record) => record.filter((cell) => cell !== '').length);
  return Math.max(0, widths.indexOf(Math.max(0, ...widths)));
}
