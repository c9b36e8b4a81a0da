import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import { signed } from './balances.ts';
import { all, at, type Element, firstText, textAt } from './camt-elements.ts';
import { calendarDate } from './days.ts';
import { isNoReference, keptText } from './line-texts.ts';
import { malformed, refused } from './refused.ts';

/** Up to five decimals are allowed, and only two of them can be money here. */
const AMOUNT = /^\+?(\d{0,13})(?:\.(\d{0,2})0*)?$/;

/** @throws StatementRefused `statement_malformed`, `wrong_currency` */
export function camtAmount(element: Element | undefined, currency: string): number {
  const match = AMOUNT.exec(element?.text.trim() ?? '');
  const [, whole = '', part = ''] = match ?? [];
  if (element === undefined || match === null || (whole === '' && part === '')) return malformed();
  if (element.currency !== '' && element.currency.toUpperCase() !== currency) refused('wrong_currency');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** @throws StatementRefused `statement_malformed` */
export function isCredit(element: Element | undefined): boolean {
  const mark = textAt(element, 'CdtDbtInd');
  return mark === 'CRDT' || (mark === 'DBIT' ? false : malformed());
}

/** One payment of an entry: an entry has one, or is a batch of many. */
export type CamtPart = Pick<StatementLine, 'references' | 'text' | 'payer' | 'payerAccount' | 'bankRef'> & {
  /** Signed; null where the file names no amount of it, or one of another currency. */
  readonly amount: number | null;
  /** Whether the amount is the payment's own, which the entry must be the sum of, and not one told beside it. */
  readonly isOwnAmount: boolean;
  readonly isCredit: boolean | null;
  readonly isReturn: boolean;
};

export function readPart(details: Element, currency: string, entry?: Element): CamtPart {
  const mark = at(details, 'CdtDbtInd') === undefined ? null : isCredit(details);
  const own = at(details, 'Amt');
  // Version 02 keeps the amount of a part here.
  const told = own ?? at(details, 'AmtDtls', 'TxAmt', 'Amt');
  const isTold = told !== undefined && (told.currency === '' || told.currency.toUpperCase() === currency);
  const isOut = mark === null ? textAt(entry, 'CdtDbtInd') === 'DBIT' : !mark;
  const party = isOut ? 'Cdtr' : 'Dbtr';
  const structured = all(details, 'RmtInf', 'Strd');
  return {
    amount: isTold ? camtAmount(told, currency) : null,
    isOwnAmount: own !== undefined,
    isCredit: mark,
    isReturn: at(details, 'RtrInf') !== undefined,
    bankRef: keptText(textAt(details, 'Refs', 'AcctSvcrRef')),
    references: [...structured.map((each) => textAt(each, 'CdtrRefInf', 'Ref')), textAt(details, 'Refs', 'EndToEndId')]
      .filter((reference) => reference !== '' && !isNoReference(reference))
      .map(keptText),
    text: keptText(
      [
        ...all(details, 'RmtInf', 'Ustrd').map(({ text }) => text),
        ...structured.flatMap((each) => all(each, 'AddtlRmtInf').map(({ text }) => text)),
        textAt(details, 'AddtlTxInf'),
      ].join(' '),
    ),
    payer: keptText(
      firstText(textAt(details, 'RltdPties', party, 'Pty', 'Nm'), textAt(details, 'RltdPties', party, 'Nm')),
    ),
    payerAccount: keptText(
      firstText(
        textAt(details, 'RltdPties', `${party}Acct`, 'Id', 'IBAN'),
        textAt(details, 'RltdPties', `${party}Acct`, 'Id', 'Othr', 'Id'),
      ),
    ),
  };
}

/**
 * The lines of an entry: one for each part with an amount (R21.3). Nothing for an entry that is not booked.
 *
 * @throws StatementRefused `statement_malformed`, `wrong_currency`
 */
export function linesOfEntry(entry: Element, parts: readonly CamtPart[], currency: string): StatementLine[] {
  if (firstText(textAt(entry, 'Sts', 'Cd'), textAt(entry, 'Sts')) !== 'BOOK') return [];
  const credit = isCredit(entry);
  const total = signed(camtAmount(at(entry, 'Amt'), currency), credit);
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd'));
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt') ?? malformed();
  const entryRef = bankIdIn(textAt(entry, 'AcctSvcrRef'));
  const about = textAt(entry, 'AddtlNtryInf');
  const lineOf = (part: CamtPart, amount: number, number: number): StatementLine => ({
    bookedOn,
    valueOn: dayAt(entry, 'ValDt') ?? bookedOn,
    amount,
    bankRef: firstText(bankIdIn(part.bankRef), entryRef),
    part: number,
    references: part.references,
    text: keptText(`${part.text} ${about}`),
    payer: part.payer,
    payerAccount: part.payerAccount,
    isReversal: isReversal || part.isReturn,
    isFee: false,
    balance: null,
  });
  const amounts = parts.map((part) => part.amount && signed(part.amount, part.isCredit ?? credit));
  const sum = amounts.reduce<bigint>((all, amount) => all + BigInt(amount ?? 0), 0n);
  const areAllTold = parts.length > 0 && amounts.every((amount) => amount !== null);
  if (parts.length > 1 && areAllTold) {
    if (sum !== BigInt(total)) malformed();
    return parts.map((part, index) => lineOf(part, amounts[index] ?? 0, index + 1));
  }
  if (areAllTold && parts[0]?.isOwnAmount && sum !== BigInt(total)) malformed();
  return [lineOf(joined(parts), total, 0)];
}

/**
 * The parts of an entry as one line. Without an amount for each, the money of several cannot be told apart, so the line
 * names all that they say.
 */
function joined(parts: readonly CamtPart[]): CamtPart {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  return {
    amount: null,
    isOwnAmount: false,
    isCredit: null,
    isReturn: parts.some(({ isReturn }) => isReturn),
    bankRef: '',
    references: parts.flatMap(({ references }) => references).slice(0, 100),
    text: parts.map(({ text }) => text).join(' '),
    payer: '',
    payerAccount: '',
  };
}

function bankIdIn(text: string): string {
  return isNoReference(text) ? '' : keptText(text);
}

/** @throws StatementRefused `statement_malformed` for text that is no day */
function dayAt(entry: Element, name: string): CalendarDate | null {
  const text = firstText(textAt(entry, name, 'Dt'), textAt(entry, name, 'DtTm'));
  if (text === '') return at(entry, name) === undefined ? null : malformed();
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T|Z|[+-]\d{2}:\d{2}|$)/.exec(text);
  return match === null
    ? malformed()
    : (calendarDate(Number(match[1]), Number(match[2]), Number(match[3])) ?? malformed());
}
