import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import { plain, readAmount } from './amounts.ts';
import { type CsvHeader, findHeader } from './csv-header.ts';
import { csvRecords } from './csv-records.ts';
import { type Zones, readDay } from './days.ts';
import type { Decoded } from './decode-text.ts';
import { isNoReference, keptText } from './line-texts.ts';
import type { CsvMapping, CsvRole } from '@sathi/domain/statement-files.ts';
import type { BadRow, Balances, StatementTask, TakeLine } from './statement-messages.ts';

const REVERSAL = /(?<![\p{L}\p{N}])(?:RETURN|REVERSAL|REVERSED|BOUNCE|DEVOLU|DEVOLV|ESTORN)|ফেরত|مرتجع|عكس قيد/iu;
const OUT = /^(?:D|DR|DB|DBIT|DEBIT|DÉBITO|DEBITO|OUT|-|ডেবিট|مدين)\.?$/iu;
const IN = /^(?:C|CR|CRDT|CREDIT|CRÉDITO|CREDITO|IN|\+|ক্রেডিট|دائن)\.?$/iu;

const MONEY: readonly CsvRole[] = ['amount', 'debit', 'credit', 'fee', 'balance'];

class UnreadableRow extends Error {
  readonly problem: BadRow['problem'];

  constructor(problem: BadRow['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Reads CSV by the mapping of its account (R21.4). A row that cannot be read is told by its number.
 *
 * @throws StatementRefused `mapping_needed`, `statement_malformed`, `format_unknown`
 */
export async function readCsv(
  text: Decoded,
  head: string,
  task: StatementTask,
  take: TakeLine,
): Promise<{ statements: Balances[]; badRows: BadRow[] }> {
  const header = findHeader(head, task.mapping, task.timeZone);
  const mapping = task.mapping as CsvMapping;
  const zones = { file: mapping.timeZone ?? task.timeZone, mfi: task.timeZone };
  const badRows: BadRow[] = [];
  let row = 0;
  for await (const { cells, readBytes } of csvRecords(text, header.delimiter)) {
    row += 1;
    if (row <= header.row) continue;
    try {
      for (const line of linesOfRow(cells, header, mapping, zones)) await take(line, readBytes);
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      badRows.push({ row, problem: error.problem });
    }
  }
  return { statements: [{ opening: null, closing: null }], badRows };
}

/** A movement is a line, its fee one more; empty rows and totals are none. */
function linesOfRow(cells: readonly string[], header: CsvHeader, mapping: CsvMapping, zones: Zones): StatementLine[] {
  const at = (role: CsvRole): string => cells[header.columns.get(role) ?? -1] ?? '';
  const day = plain(at('bookedOn'));
  const hasAmount = ['amount', 'debit', 'credit'].some((role) => /\p{N}/u.test(at(role as CsvRole)));
  if (day === '' || (!/^\d/.test(day) && !(hasAmount && /\d/.test(day)))) return [];
  // A comma without quotes moves all cells behind it to columns that are others', and a file that was cut ends in the middle.
  if (cells.slice(header.width).some((cell) => cell !== '') || cells.length <= lastOfMoney(header))
    unreadable('amount');
  const bookedOn = readDay(day, mapping.dateOrder, zones) ?? unreadable('day');
  const valueText = plain(at('valueOn'));
  const valueOn = valueText === '' ? bookedOn : (readDay(valueText, mapping.dateOrder, zones) ?? unreadable('day'));
  const bankRef = at('bankRef');
  const line: StatementLine = {
    bookedOn,
    valueOn,
    amount: amountOf(at, mapping),
    bankRef: isNoReference(bankRef) ? '' : keptText(bankRef),
    part: 0,
    references: isNoReference(at('reference')) ? [] : [keptText(at('reference'))],
    text: keptText(`${at('text')} ${at('type')}`),
    payer: keptText(at('payer')),
    payerAccount: keptText(at('payerAccount')),
    isReversal: REVERSAL.test(`${at('text')} ${at('type')}`.normalize('NFKC')),
    isFee: false,
    balance: sum(at('balance'), mapping),
  };
  const fee = sum(at('fee'), mapping) ?? 0;
  if (fee === 0) return [line];
  const about = { text: 'fee', references: [], payer: '', payerAccount: '', isReversal: false, isFee: true };
  return [line, { ...line, ...about, amount: -Math.abs(fee) }];
}

function lastOfMoney({ columns }: CsvHeader): number {
  return Math.max(...MONEY.map((role) => columns.get(role) ?? -1));
}

function amountOf(at: (role: CsvRole) => string, mapping: CsvMapping): number {
  const isOneColumn = mapping.columns.amount !== undefined && mapping.columns.debit === undefined;
  const amount = isOneColumn ? signedAmount(at, mapping) : amountOfTwo(at, mapping);
  const isOut = mapping.outTypes?.some((type) => plain(type).toLowerCase() === plain(at('type')).toLowerCase());
  return isOut && amount !== 0 ? -Math.abs(amount) : amount;
}

function signedAmount(at: (role: CsvRole) => string, mapping: CsvMapping): number {
  const amount = sum(at('amount'), mapping) ?? unreadable('amount');
  if (mapping.columns.sign === undefined) return amount;
  const sign = plain(at('sign'));
  if (IN.test(sign)) return amount;
  // A minus that stands before what left may say so twice, or take it back.
  return OUT.test(sign) && amount > 0 ? -amount : unreadable('amount');
}

function amountOfTwo(at: (role: CsvRole) => string, mapping: CsvMapping): number {
  const debit = sum(at('debit'), mapping);
  const credit = sum(at('credit'), mapping);
  if (debit === null && credit === null) return unreadable('amount');
  if (debit && credit) return unreadable('amount');
  return debit ? -Math.abs(debit) : (credit ?? 0);
}

function sum(text: string, { decimal }: CsvMapping): number | null {
  try {
    return readAmount(text, decimal);
  } catch {
    return unreadable('amount');
  }
}

/** @throws UnreadableRow */
function unreadable(problem: BadRow['problem']): never {
  throw new UnreadableRow(problem);
}
