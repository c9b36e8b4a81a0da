import type { CalendarDate } from './calendar-date.ts';

/** The longest search for lines, in code points, and the most lines that one call books (R21.7). */
export const LINE_SEARCH_LENGTH_MAX = 100;
export const LINES_BOOKED_AT_ONCE_MAX = 500;

/** One movement of an account as its bank wrote it (R21.3). */
export type StatementLine = {
  readonly bookedOn: CalendarDate;
  readonly valueOn: CalendarDate;
  /** Whole minor units of the account's currency; negative where money left the account. */
  readonly amount: number;
  /** The bank's own id as it stands in the file; empty where the bank gives none. */
  readonly bankRef: string;
  /** Parts of a batch share its id, so they are counted from 1; 0 is a line by itself. */
  readonly part: number;
  /** The fields that the bank keeps for references. */
  readonly references: readonly string[];
  readonly text: string;
  readonly payer: string;
  readonly payerAccount: string;
  readonly isReversal: boolean;
  /** A fee that stood in a column of the line before it. */
  readonly isFee: boolean;
  /** The balance of the account after this line; null where the file does not say it. */
  readonly balance: number | null;
};

/** The id under which a bank knows a line: with the part of a batch, and apart from its fee. Empty without one. */
export function bankIdOf({ bankRef, part, isFee }: StatementLine): string {
  if (bankRef === '') return '';
  return `${bankRef}${part > 0 ? `#${part}` : ''}${isFee ? '#fee' : ''}`;
}

/**
 * The text by which each line of a file is known when it comes again (R21.5): the bank's id, or else all that the line
 * says, and in both cases its number among the lines with the same text.
 */
export function linesKnownBy(lines: readonly StatementLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const said = saidBy(line);
    const count = (counts.get(said) ?? 0) + 1;
    counts.set(said, count);
    return `${said} ${count}`;
  });
}

function saidBy(line: StatementLine): string {
  const { bookedOn, valueOn, amount, references, text, payer, payerAccount, balance } = line;
  const id = bankIdOf(line);
  if (id !== '') return JSON.stringify(['id', id, bookedOn, amount]);
  const words = lettersAndDigits([...references, text, payer, payerAccount].join(' '));
  return JSON.stringify(['content', bookedOn, valueOn, amount, words, balance]);
}

/** Two exports of one bank may differ in spaces and signs, never in letters. */
function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
