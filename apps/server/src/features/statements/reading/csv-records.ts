import { Readable } from 'node:stream';
import { type Options, parse as parseStream } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { Decoded } from './decode-text.ts';
import { malformed, StatementRefused } from './refused.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The header is among them (R21.4). */
const HEAD_RECORDS = 30;
/** More than a person writes into a cell or a bank into a record. */
const RECORD_BYTES_MAX = 1 << 20;

function optionsOf(delimiter: Delimiter): Options {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    ltrim: delimiter !== '\t',
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: RECORD_BYTES_MAX,
  };
}

/** The first records of a file, with empty ones; fewer where its beginning cannot be read. */
export function headRecords(head: string, delimiter: Delimiter): string[][] {
  const records: string[][] = [];
  try {
    parseAtOnce(head, {
      ...optionsOf(delimiter),
      to: HEAD_RECORDS,
      on_record: (record: string[]) => (records.push(record.map(cell)), null),
    });
  } catch {
    // The head ends somewhere in the middle; those before it are whole.
  }
  return records;
}

/**
 * All records, in their order and with empty ones, so that their places count from 1.
 *
 * @throws StatementRefused `statement_malformed`
 */
export async function* csvRecords(
  text: Decoded,
  delimiter: Delimiter,
): AsyncGenerator<{ readonly cells: readonly string[]; readonly readBytes: number }> {
  let readBytes = 0;
  const pieces = function* (): Generator<string> {
    for (const piece of text.pieces()) {
      readBytes = piece.readBytes;
      yield piece.text;
    }
  };
  const source = Readable.from(pieces(), { objectMode: true });
  const parser = source.pipe(parseStream(optionsOf(delimiter)));
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield { cells: record.map(cell), readBytes };
  } catch (error) {
    if (error instanceof StatementRefused) throw error;
    malformed();
  }
}

/** A quoted cell before blanks keeps its quotes, because quotes inside of texts are let be. */
function cell(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 1 && /^"[^"]*"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}
