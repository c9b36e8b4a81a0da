import { SaxesParser, type SaxesTagNS } from 'saxes';
import { checkBalances, isSameAccount, signed } from './balances.ts';
import { at, type Element, firstText, textAt } from './camt-elements.ts';
import { type CamtPart, camtAmount, isCredit, linesOfEntry, readPart } from './camt-entry.ts';
import type { Decoded } from './decode-text.ts';
import { malformed, refused, StatementRefused } from './refused.ts';
import { STATEMENT_LINES_MAX } from '@sathi/domain/statement-files.ts';
import type { Balances, StatementTask, TakeLine } from './statement-messages.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/;
/** Far deeper than the format goes. */
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 100;
/** The elements of an entry without its parts, or of one part, at most. */
const ELEMENTS_MAX = 10_000;

type Sums = { opening: number | null; closing: number | null; closedBefore: number | null; moved: bigint };
type Lines = ReturnType<typeof linesOfEntry>;

/**
 * Reads camt.053 as it comes, keeping no more of it than one entry (R21.1, R21.3).
 *
 * @throws StatementRefused
 */
export async function readCamt(text: Decoded, task: StatementTask, take: TakeLine): Promise<Balances[]> {
  const lines: Lines = [];
  const reading = new CamtReading(task, (read) => lines.push(...read));
  const parser = new SaxesParser({ xmlns: true, position: true });
  let attributes = 0;
  parser.on('error', () => reading.fail(parser.line));
  parser.on('doctype', () => refused('doctype_refused'));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) reading.fail(parser.line);
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    reading.open(tag, parser.line);
  });
  parser.on('text', (words) => reading.text(words));
  parser.on('cdata', (words) => reading.text(words));
  parser.on('closetag', () => {
    try {
      reading.close();
    } catch (error) {
      throw withLine(error, parser.line);
    }
  });
  for (const { text: piece, readBytes } of text.pieces()) {
    parser.write(piece);
    for (const line of lines.splice(0)) await take(line, readBytes);
  }
  parser.close();
  return reading.end();
}

function withLine(error: unknown, line: number): unknown {
  const isMalformed = error instanceof StatementRefused && error.refusal.code === 'statement_malformed';
  return isMalformed ? new StatementRefused({ code: 'statement_malformed', line }) : error;
}

/** The place that the reading has reached: the path of names, and below a balance, account or entry the elements themselves. */
class CamtReading {
  readonly #task: StatementTask;
  readonly #take: (lines: Lines) => void;
  readonly #statements: Balances[] = [];
  #depth = 0;
  /** The depth of the document's own root; 0 while it has not begun. */
  #root = 0;
  #namespace = '';
  #path: string[] = [];
  #kept: Element[] = [];
  #elements = 0;
  #parts: CamtPart[] = [];
  #sums: Sums | null = null;
  #hasAccount = false;

  constructor(task: StatementTask, take: (lines: Lines) => void) {
    this.#task = task;
    this.#take = take;
  }

  /** Refuses the file. One that is not well-formed before the document has told its kind is of no kind at all. */
  fail(line: number): never {
    return this.#namespace === '' ? refused('format_unknown') : malformed(line);
  }

  open({ local, uri, attributes }: SaxesTagNS, line: number): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.fail(line);
    if (this.#root === 0) {
      if (local !== 'Document' || !NAMESPACE.test(uri)) return;
      this.#namespace = uri;
      this.#root = this.#depth;
    }
    // Elements of others' namespaces keep their place in the path, under a name that nothing here is called.
    const name = uri === this.#namespace ? local : '';
    this.#path.push(name);
    if (isStatement(this.#path)) this.#begin();
    const parent = this.#kept.at(-1);
    if (parent === undefined && !(isStatement(this.#path.slice(0, -1)) && KEPT.includes(name))) return;
    this.#elements = parent === undefined ? 1 : this.#elements + 1;
    if (this.#elements > ELEMENTS_MAX) malformed(line);
    const element: Element = { name, currency: attributes['Ccy']?.value.trim() ?? '', children: [], text: '' };
    // The parts of an entry may be as many as a file has lines; each is read and forgotten by itself.
    if (!isPart(name, this.#path)) parent?.children.push(element);
    this.#kept.push(element);
  }

  text(words: string): void {
    const element = this.#kept.at(-1);
    if (element !== undefined) element.text += words;
  }

  close(): void {
    this.#depth -= 1;
    if (this.#path.length === 0) return;
    const path = this.#path;
    this.#path = path.slice(0, -1);
    const element = this.#kept.pop();
    if (element === undefined) {
      if (isStatement(path)) this.#finish();
    } else if (isPart(element.name, path)) {
      this.#parts.push(readPart(element, this.#task.currency, this.#kept[0]));
      this.#elements = 1;
      if (this.#parts.length > STATEMENT_LINES_MAX) refused('too_many_lines');
    } else if (this.#kept.length === 0) this.#read(element);
  }

  #begin(): void {
    this.#sums = { opening: null, closing: null, closedBefore: null, moved: 0n };
    this.#hasAccount = false;
  }

  #read(element: Element): void {
    const { currency, number } = this.#task;
    const sums = this.#sums ?? malformed();
    if (element.name === 'Acct') {
      const written = firstText(textAt(element, 'Id', 'IBAN'), textAt(element, 'Id', 'Othr', 'Id'));
      if (!isSameAccount(written, number)) refused('wrong_account');
      const told = textAt(element, 'Ccy').toUpperCase();
      if (told !== '' && told !== currency) refused('wrong_currency');
      this.#hasAccount = true;
    } else if (element.name === 'Bal') {
      readBalance(element, currency, sums);
    } else {
      const lines = linesOfEntry(element, this.#parts.splice(0), currency);
      for (const { amount } of lines) sums.moved += BigInt(amount);
      this.#take(lines);
    }
  }

  #finish(): void {
    if (!this.#hasAccount) refused('wrong_account');
    const { opening, closedBefore, closing, moved } = this.#sums ?? malformed();
    const sums = { opening: opening ?? closedBefore, closing, moved };
    this.#statements.push(checkBalances(sums, this.#statements.at(-1)));
  }

  /**
   * @throws StatementRefused `format_unknown` without a document of the kind, `statement_malformed` for one without a
   * statement
   */
  end(): Balances[] {
    if (this.#namespace === '') refused('format_unknown');
    return this.#statements.length === 0 ? malformed() : this.#statements;
  }
}

const KEPT = ['Acct', 'Bal', 'Ntry'];

function isStatement(path: readonly string[]): boolean {
  return path.length === 3 && path.join('/') === 'Document/BkToCstmrStmt/Stmt';
}

function isPart(name: string, path: readonly string[]): boolean {
  return name === 'TxDtls' && path.at(-2) === 'NtryDtls' && path.at(-3) === 'Ntry';
}

function readBalance(element: Element, currency: string, sums: Sums): void {
  const kind = textAt(element, 'Tp', 'CdOrPrtry', 'Cd');
  if (!['OPBD', 'PRCD', 'CLBD'].includes(kind)) return;
  const amount = signed(camtAmount(at(element, 'Amt'), currency), isCredit(element));
  if (kind === 'OPBD') sums.opening = amount;
  // Many banks name the closing before instead of the opening, which is the same.
  else if (kind === 'PRCD') sums.closedBefore = amount;
  else sums.closing = amount;
}
