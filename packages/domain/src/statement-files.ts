/** The kinds of files that are read (R21.1). */
export const STATEMENT_FORMATS = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const STATEMENT_BYTES_MAX = 64 * 1024 * 1024;
export const STATEMENT_LINES_MAX = 100_000;

/** The parts that a column of a CSV can play (R21.4). */
export const CSV_ROLES = [
  'bookedOn',
  'valueOn',
  'amount',
  'sign',
  'debit',
  'credit',
  'fee',
  'balance',
  'bankRef',
  'reference',
  'text',
  'type',
  'payer',
  'payerAccount',
] as const;
export type CsvRole = (typeof CSV_ROLES)[number];
export const DECIMAL_SIGNS = ['.', ','] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How the CSV of one account is read (R21.4). */
export type CsvMapping = {
  /** The header of each role that the file has. */
  readonly columns: { readonly [Role in CsvRole]?: string | undefined };
  readonly decimal: DecimalSign;
  readonly dateOrder: DateOrder;
  /** The time zone (IANA) of instants that name none; without it the MFI's. */
  readonly timeZone?: string | undefined;
  /** The encoding of bytes that are no UTF-8 and have no byte order mark; without it Windows-1252. */
  readonly encoding?: string | undefined;
  /** Types whose amounts go out, though they are written without a sign. */
  readonly outTypes?: readonly string[] | undefined;
};

/** Encodings that banks still write besides UTF-8, each one byte for a letter. */
export const CSV_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1256',
  'iso-8859-6',
  'iso-8859-15',
] as const;

/** Whether the columns hold a day and an amount, which each line needs. */
export function hasNeededColumns({ columns }: Pick<CsvMapping, 'columns'>): boolean {
  const hasAmount = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return columns.bookedOn !== undefined && hasAmount;
}
