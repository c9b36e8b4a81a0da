import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import { signed } from './balances.ts';
import { calendarDate } from './days.ts';
import { isNoReference, keptText } from './line-texts.ts';
import { malformed, refused } from './refused.ts';

const MOVEMENT =
  /^(?<value>\d{6})(?<entry>\d{4})?(?<mark>R?[CD])(?<funds>[A-Z])?(?<amount>[\d,]+)(?<type>[A-Z][A-Z0-9]{3})(?<own>.*?)(?:\/\/(?<bank>.*))?$/;
const BALANCE = /^(?<mark>[CD])(?<day>\d{6})(?<currency>[A-Z]{3})(?<amount>[\d,]+)$/;
/** A comma always, and at most two digits behind it. */
const AMOUNT = /^(\d{1,13}),(\d{0,2})$/;

/** @throws StatementRefused `statement_malformed` */
function amountOf(text: string, number: number): number {
  const match = AMOUNT.exec(text);
  return match === null ? malformed(number) : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function dayOf(text: string, number: number): CalendarDate {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number);
  return calendarDate(2000 + (year ?? 0), month ?? 0, day ?? 0) ?? malformed(number);
}

/** @throws StatementRefused `statement_malformed`, `wrong_currency` */
export function readBalance(content: string, currency: string, number: number): number {
  const fields = BALANCE.exec(content.trim())?.groups;
  if (fields === undefined) return malformed(number);
  dayOf(fields['day'] ?? '', number);
  const minor = amountOf(fields['amount'] ?? '', number);
  if (fields['currency'] !== currency) refused('wrong_currency');
  return signed(minor, fields['mark'] === 'C');
}

/**
 * A movement, `:61:`, with the details in the lines below it (R21.3). `number` is its line in the file.
 *
 * @throws StatementRefused `statement_malformed`
 */
export function readMovement([first = '', ...details]: readonly string[], number: number): StatementLine {
  const fields = MOVEMENT.exec(first.trimEnd())?.groups;
  if (fields === undefined) return malformed(number);
  const valueOn = dayOf(fields['value'] ?? '', number);
  const mark = fields['mark'] ?? '';
  const bankRef = (fields['bank'] ?? '').trim();
  const own = (fields['own'] ?? '').trim();
  return {
    bookedOn: fields['entry'] === undefined ? valueOn : entryDay(valueOn, fields['entry'], number),
    valueOn,
    // RC takes a credit back, so money leaves; RD the opposite.
    amount: signed(amountOf(fields['amount'] ?? '', number), mark === 'C' || mark === 'RD'),
    bankRef: isNoReference(bankRef) ? '' : keptText(bankRef),
    part: 0,
    references: isNoReference(own) ? [] : [keptText(own)],
    text: keptText(details.join(' ')),
    payer: '',
    payerAccount: '',
    isReversal: mark.startsWith('R'),
    isFee: false,
    balance: null,
  };
}

/** Its year is not written: the one that brings it near the value day (R21.3). */
function entryDay(valueOn: CalendarDate, entry: string, number: number): CalendarDate {
  const month = Number(entry.slice(0, 2));
  const months = month - Number(valueOn.slice(5, 7));
  const year = Number(valueOn.slice(0, 4)) + (months < -6 ? 1 : months > 6 ? -1 : 0);
  return calendarDate(year, month, Number(entry.slice(2))) ?? malformed(number);
}

const STRUCTURED = /^(?:\d{3})?(?<sign>[?~^<>|])\d\d/;
const TEXT_FIELDS = new Set(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63']);

/** A movement with what `:86:` says of it. Its lines are cut at 65 characters, wherever a word is. */
export function withInformation(line: StatementLine, lines: readonly string[]): StatementLine {
  const joined = lines.join('');
  const sign = STRUCTURED.exec(joined)?.groups?.['sign'];
  if (sign === undefined) {
    return {
      ...line,
      text: keptText(`${line.text} ${joined}`),
      payer: line.payer || keptText(/\/NAME\/([^/]*)/.exec(joined)?.[1] ?? ''),
      payerAccount: line.payerAccount || keptText(/\/IBAN\/([A-Z0-9]*)/.exec(joined)?.[1] ?? ''),
    };
  }
  const fields = joined
    .split(sign)
    .slice(1)
    .map((field) => ({ code: field.slice(0, 2), words: field.slice(2) }));
  const words = (isMeant: (code: string) => boolean) =>
    fields
      .filter(({ code }) => isMeant(code))
      .map((field) => field.words)
      .join('');
  return {
    ...line,
    text: keptText(`${line.text} ${words((code) => TEXT_FIELDS.has(code))}`),
    payer: line.payer || keptText(words((code) => code === '32' || code === '33')),
    payerAccount: line.payerAccount || keptText(words((code) => code === '31')),
  };
}
