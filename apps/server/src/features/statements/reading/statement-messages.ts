import type { CsvMapping, StatementFormat } from '@sathi/domain/statement-files.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';

/** Takes the lines as they are read, with the number of bytes read so far; waiting for it holds the reading up. */
export type TakeLine = (line: StatementLine, readBytes: number) => void | Promise<void>;

/** The facts that the reader is told about a file besides its bytes. */
export type StatementTask = {
  readonly bytes: number;
  /** The number of the account, as its MFI entered it. */
  readonly number: string;
  readonly currency: string;
  /** The time zone of the MFI: an instant of a file is a day there. */
  readonly timeZone: string;
  readonly mapping: CsvMapping | null;
};

/** One statement of a file; null where the file does not say it. Whole minor units. */
export type Balances = { readonly opening: number | null; readonly closing: number | null };
/** A CSV record that cannot be read, counted from 1 with empty ones and those above the header. */
export type BadRow = { readonly row: number; readonly problem: 'amount' | 'day' };

export type StatementRead = {
  readonly format: StatementFormat;
  readonly statements: readonly Balances[];
  readonly lines: readonly StatementLine[];
  readonly badRows: readonly BadRow[];
};

export const STATEMENT_REFUSALS = [
  'archive_refused',
  'format_unknown',
  'doctype_refused',
  'statement_malformed',
  'wrong_account',
  'wrong_currency',
  'balance_mismatch',
  'too_many_lines',
  'mapping_needed',
] as const;
export type StatementRefusal =
  | {
      readonly code: Exclude<
        (typeof STATEMENT_REFUSALS)[number],
        'statement_malformed' | 'balance_mismatch' | 'mapping_needed'
      >;
    }
  /** `line` of the text, from 1, where there is one. */
  | { readonly code: 'statement_malformed'; readonly line: number | null }
  | { readonly code: 'balance_mismatch'; readonly opening: number; readonly lines: string; readonly closing: number }
  | ({ readonly code: 'mapping_needed' } & MappingProposal);

export type MappingProposal = {
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly proposal: CsvMapping;
};

/** Messages of the process, in this order: `ready`, any number of `lines`, and one of the others. */
export type StatementMessage =
  | 'ready'
  | { readonly lines: readonly StatementLine[]; readonly readBytes: number }
  | { readonly done: Omit<StatementRead, 'lines'> }
  | { readonly refusal: StatementRefusal };

/** The exit code of a process that needs more memory than it may. */
export const MEMORY_EXIT_CODE = 70;
