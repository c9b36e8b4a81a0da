import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import { checkBalances, isSameAccount } from './balances.ts';
import type { Decoded } from './decode-text.ts';
import { readBalance, readMovement, withInformation } from './mt940-line.ts';
import { malformed, refused } from './refused.ts';
import type { Balances, StatementTask, TakeLine } from './statement-messages.ts';

const TAG = /^:(?<tag>\d\d[A-Z]?|NS):(?<content>.*)$/;
/** The blocks of a SWIFT message before its text, which some banks leave in the file. */
const ENVELOPE = String.raw`(?:\{[^{}\n]*\})*\{4:\s*`;
const FIRST_TAG = new RegExp(`^(?:${ENVELOPE})?:20:`, 'm');
const BEFORE_TAG = new RegExp(`^${ENVELOPE}(?=:)`);
const END = /^-\}?\s*$/;
/** The lines of one field at most, far more than the format allows. */
const FIELD_LINES_MAX = 1_000;

export function isMt940(head: string): boolean {
  const text = head.replaceAll(/\r\n?/g, '\n');
  return FIRST_TAG.test(text) || /^:(?:25|28C?|60[FM]|61):.*\n:\d\d[A-Z]?:/m.test(text);
}

type Field = { readonly tag: string; readonly number: number; readonly lines: string[] };
type Statement = {
  hasAccount: boolean;
  opening: number | null;
  closing: number | null;
  moved: bigint;
  /** The last movement, which an `:86:` behind it may tell more about. */
  last: StatementLine | null;
};

/**
 * Reads MT940 (R21.1, R21.3). Each statement begins with `:20:` and needs its balances.
 *
 * @throws StatementRefused
 */
export async function readMt940(text: Decoded, task: StatementTask, take: TakeLine): Promise<Balances[]> {
  const statements: Balances[] = [];
  let statement: Statement | null = null;
  let field: Field | null = null;
  let readSoFar = 0;

  const flush = async (): Promise<void> => {
    if (statement?.last == null) return;
    statement.moved += BigInt(statement.last.amount);
    await take(statement.last, readSoFar);
    statement.last = null;
  };
  const finish = async (number: number): Promise<void> => {
    await flush();
    if (statement === null) return;
    const { opening, closing, moved, hasAccount } = statement;
    if (opening === null || closing === null) return malformed(number);
    if (!hasAccount) refused('wrong_account');
    statements.push(checkBalances({ opening, closing, moved }, statements.at(-1)));
    statement = null;
  };
  const endField = async (): Promise<void> => {
    const ended = field;
    field = null;
    if (ended === null) return;
    if (ended.tag === '20') {
      await finish(ended.number);
      statement = { hasAccount: false, opening: null, closing: null, moved: 0n, last: null };
    } else if (statement === null) malformed(ended.number);
    else {
      if (ended.tag !== '86') await flush();
      readField(ended, statement, task);
    }
  };

  let number = 0;
  for (const { line, readBytes } of textLines(text)) {
    number += 1;
    readSoFar = readBytes;
    const groups = TAG.exec(line.replace(BEFORE_TAG, ''))?.groups;
    if (groups !== undefined) {
      await endField();
      field = { tag: groups['tag'] ?? '', number, lines: [groups['content'] ?? ''] };
    } else if (END.test(line)) {
      await endField();
      await finish(number);
    } else if (field !== null) {
      field.lines.push(line);
      if (field.lines.length > FIELD_LINES_MAX) malformed(number);
    }
  }
  await endField();
  await finish(number);
  return statements.length === 0 ? malformed() : statements;
}

function readField(
  { tag, number, lines }: Field,
  statement: Statement,
  { currency, number: account }: StatementTask,
): void {
  const [first = ''] = lines;
  if (tag === '25' || tag === '25P') {
    if (!isSameAccount(first, account)) refused('wrong_account');
    statement.hasAccount = true;
  } else if (tag === '60F' || tag === '60M') {
    if (statement.opening !== null) malformed(number);
    statement.opening = readBalance(first, currency, number);
  } else if (tag === '62F' || tag === '62M') {
    if (statement.closing !== null) malformed(number);
    statement.closing = readBalance(first, currency, number);
  } else if (tag === '61') {
    if (statement.closing !== null) malformed(number);
    statement.last = readMovement(lines, number);
  } else if (tag === '86' && statement.last !== null) {
    statement.last = withInformation(statement.last, lines);
  } else if (/^6[012]/.test(tag)) malformed(number);
}

/** The lines of a text without the sign that ends each, which is any of the three. */
function* textLines(text: Decoded): Generator<{ line: string; readBytes: number }> {
  let rest = '';
  let readBytes = 0;
  for (const piece of text.pieces()) {
    readBytes = piece.readBytes;
    const lines = (rest + piece.text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield { line, readBytes };
  }
  yield { line: rest.replace(/\r$/, ''), readBytes };
}
