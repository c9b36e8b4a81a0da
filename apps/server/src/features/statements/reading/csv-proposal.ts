import { plain, readAmount } from './amounts.ts';
import { OUT_TYPES, roleOf } from './csv-dictionary.ts';
import { readDay } from './days.ts';
import {
  type CsvMapping,
  CSV_ROLES,
  type CsvRole,
  type DateOrder,
  type DecimalSign,
} from '@sathi/domain/statement-files.ts';

const MONEY: readonly CsvRole[] = ['amount', 'debit', 'credit', 'fee', 'balance'];
/** The order of most of the world stands first: it wins where the days do not tell. */
const ORDERS: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];
const DECIMALS: readonly DecimalSign[] = ['.', ','];

/** A mapping by the dictionary, and by what the first rows can be read as (R21.4). An officer looks at it before it is kept. */
export function proposalFor(headers: readonly string[], rows: readonly string[][], timeZone: string): CsvMapping {
  const columns = columnsOf(headers);
  const cellsOf = (roles: readonly CsvRole[]): string[] => {
    const places = roles.map((role) => headers.indexOf(columns[role] ?? '')).filter((place) => place >= 0);
    return rows.flatMap((row) => places.map((place) => row[place] ?? '')).filter((cell) => /\p{N}/u.test(cell));
  };
  const sums = cellsOf(MONEY);
  const days = cellsOf(['bookedOn', 'valueOn']);
  const zones = { file: timeZone, mfi: timeZone };
  const types = columns.amount === undefined || columns.sign !== undefined ? [] : typesOf(headers, rows, columns.type);
  return {
    columns,
    decimal: mostOf(DECIMALS, (sign) => sums.filter((cell) => isAmount(cell, sign)).length),
    // A day that begins with its year reads as one in any order, so a count would not tell the order.
    dateOrder: days.some((cell) => /^\d{4}\D/.test(plain(cell)))
      ? 'ymd'
      : mostOf(ORDERS, (order) => days.filter((cell) => readDay(cell, order, zones) !== null).length),
    outTypes: types.filter((type) => OUT_TYPES.test(type)),
  };
}

/**
 * The header of each role, the first that is called so: each role once and each header once. One amount, or debit and
 * credit.
 */
function columnsOf(headers: readonly string[]): Partial<Record<CsvRole, string>> {
  const columns: Partial<Record<CsvRole, string>> = {};
  for (const header of headers) {
    const role = roleOf(header);
    if (role !== null && columns[role] === undefined) columns[role] = header;
  }
  const hasBoth = columns.debit !== undefined && columns.credit !== undefined;
  const left = hasBoth ? ['amount', 'sign'] : ['debit', 'credit'];
  return Object.fromEntries(
    CSV_ROLES.filter((role) => columns[role] !== undefined && !left.includes(role)).map((role) => [
      role,
      columns[role],
    ]),
  );
}

function typesOf(headers: readonly string[], rows: readonly string[][], header: string | undefined): string[] {
  const place = headers.indexOf(header ?? '');
  return place < 0 ? [] : [...new Set(rows.map((row) => row[place] ?? ''))].filter((type) => type !== '');
}

function isAmount(cell: string, decimal: DecimalSign): boolean {
  try {
    return readAmount(cell, decimal) !== null;
  } catch {
    return false;
  }
}

/** The choice that fits the most; of equal ones the first. */
function mostOf<Choice>(choices: readonly Choice[], fits: (choice: Choice) => number): Choice {
  const counted = choices.map((choice) => ({ choice, count: fits(choice) }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).choice;
}
