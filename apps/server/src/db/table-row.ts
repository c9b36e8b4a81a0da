/** A row of any table as it was selected, in the names of the code. */
export type TableRow = Readonly<Record<string, unknown>>;
