/** A file of people and their draft proposals, which staff bring along (R31.5). */
export const IMPORT_LINES_MAX = 1000;
export const IMPORT_BYTES_MAX = 1_048_576;
/** Days for which an import keeps names and phones. */
export const IMPORT_KEPT_DAYS = 90;
/** Hours after which the people of an import hear of it: the time to undo it is then over. */
export const IMPORT_TOLD_AFTER_HOURS = 24;

/** The columns, named alike in all languages and as in the exports, because other programs write these files. */
export const NEEDED_COLUMNS = ['phone', 'first_name', 'last_name'] as const;
/** A line that fills in one of them holds a draft. The sum is in dollars, or in `local` and its `currency`. */
export const DRAFT_COLUMNS = ['title', 'description', 'amount_usd', 'local', 'months_to_repay', 'needed_on'] as const;
/** Columns that say nothing of a loan by themselves: a sheet may fill them in for everybody. */
export const FREE_COLUMNS = ['language', 'currency', 'place', 'category', 'story_language'] as const;
export const IMPORT_COLUMNS = [...NEEDED_COLUMNS, ...DRAFT_COLUMNS, ...FREE_COLUMNS] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/**
 * The states of a line as staff read them: a person `came` by claiming the account, or by taking or declining the
 * draft; `erased` lines lost their names and phone before the draft was taken or declined.
 */
export const IMPORT_LINE_STATES = ['waiting', 'came', 'erased'] as const;
export type ImportLineState = (typeof IMPORT_LINE_STATES)[number];

export type ImportHeader = {
  /** The place of each known column in a record. */
  readonly columns: ReadonlyMap<ImportColumn, number>;
  readonly unknown: readonly string[];
  readonly missing: readonly ImportColumn[];
};

/** Reads the first record of a file. Capitals, and blanks in the place of underscores, are no matter. */
export function importHeader(cells: readonly string[]): ImportHeader {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  const known = IMPORT_COLUMNS.filter((column) => names.includes(column));
  return {
    columns: new Map(known.map((column) => [column, names.indexOf(column)])),
    unknown: cells.filter((cell, index) => cell.trim() !== '' && !known.includes(names[index] as ImportColumn)),
    missing: NEEDED_COLUMNS.filter((column) => !known.includes(column)),
  };
}

export type ImportCells = Readonly<Partial<Record<ImportColumn, string>>>;

/** Whether a line says anything of a loan, and so has to say all of it. */
export function hasDraft(cells: ImportCells): boolean {
  return DRAFT_COLUMNS.some((column) => (cells[column] ?? '') !== '');
}
