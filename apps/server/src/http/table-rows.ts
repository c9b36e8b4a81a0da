import type { TableRow } from '../db/table-row.ts';
import { csvMoney, type CsvColumn } from './csv.ts';

const MONEY = /Cents$/;

/** Money in dollars and instants as text, under names that say so. */
export function readableRow(row: TableRow): TableRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (MONEY.test(name)) return [name.replace(MONEY, 'Usd'), typeof value === 'number' ? csvMoney(value) : value];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

/** The columns of rows like this one, named as in other files of the product: `amount_usd`. */
export function columnsOf(row: TableRow): CsvColumn<TableRow>[] {
  return Object.keys(row).map((name) => ({
    header: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value: (each) => cellOf(each[name]),
  }));
}

function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
