import { describe, expect, test } from 'vitest';
import { type ReadOutcome, readHere, statementFile, taskFor } from '../../../test/statements/statement-fixture.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.';

const entry = (amount: string, rest: string, mark = 'CRDT') =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>${rest}</Ntry>`;
const balance = (kind: string, amount: string, mark = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd></Bal>`;
const statement = (...parts: string[]) =>
  `<Stmt><Acct><Id><Othr><Id>0011-2233-11</Id></Othr></Id></Acct>${parts.join('')}</Stmt>`;
const camt = (inside: string, version = '08') =>
  `<?xml version="1.0"?>\n<Document xmlns="${NAMESPACE}${version}"><BkToCstmrStmt>${inside}</BkToCstmrStmt></Document>`;

const read = (text: string | Buffer): Promise<ReadOutcome> => readHere(Buffer.from(text as string), taskFor('11'));
const refusalOf = async (text: string | Buffer) => {
  const outcome = await read(text);
  return 'refusal' in outcome ? outcome.refusal.code : 'read';
};
const linesOf = async (text: string | Buffer) => {
  const outcome = await read(text);
  if ('refusal' in outcome) throw new Error(outcome.refusal.code);
  return outcome.lines;
};
const details = (amount: string, name: string, reference = '') =>
  `<TxDtls>${amount}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;

test.each([
  ['02', 'read'],
  ['13', 'read'],
  ['01', 'format_unknown'],
  ['14', 'format_unknown'],
])('version %s is %s (R21.1)', async (version, outcome) => {
  expect(await refusalOf(camt(statement(entry('5.00', '')), version))).toBe(outcome);
});

test.each(['camt.052.001.08', 'camt.054.001.08', 'pain.001.001.09'])('%s is of no known kind (R21.2)', async (kind) => {
  expect(await refusalOf(camt(statement()).replace(`${NAMESPACE.slice(31)}08`, kind))).toBe('format_unknown');
});

test('a document under a prefix and inside of an envelope is read', async () => {
  const text = statementFile('bank-usd-a.camt053.xml')
    .toString('utf8')
    .replace(/^<\?xml[^>]*>/, '');
  const prefixed = text.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1c:').replace('xmlns=', 'xmlns:c=');
  expect(await linesOf(`<Envelope><Head/>${prefixed}</Envelope>`)).toEqual(await linesOf(text));
});

describe('a batch', () => {
  const amount = (value: string) => `<Amt Ccy="USD">${value}</Amt>`;
  const inVersion2 = (value: string) => `<AmtDtls><TxAmt><Amt Ccy="USD">${value}</Amt></TxAmt></AmtDtls>`;

  test.each([amount, inVersion2])(
    'gives one line for each part with an amount, wherever it stands (R21.3)',
    async (told) => {
      const parts = `<NtryDtls>${details(told('2.00'), 'A')}${details(told('3.00'), 'B')}</NtryDtls>`;
      expect(await linesOf(camt(statement(entry('5.00', `<AcctSvcrRef>X</AcctSvcrRef>${parts}`))))).toMatchObject([
        { amount: 200, payer: 'A', bankRef: 'X', part: 1 },
        { amount: 300, payer: 'B', bankRef: 'X', part: 2 },
      ]);
    },
  );

  test('of parts that are not its sum is refused (R21.2)', async () => {
    const parts = `<NtryDtls>${details(amount('2.00'), 'A')}${details(amount('2.99'), 'B')}</NtryDtls>`;
    expect(await refusalOf(camt(statement(entry('5.00', parts))))).toBe('statement_malformed');
    const one = `<NtryDtls>${details(amount('4.99'), 'A')}</NtryDtls>`;
    expect(await refusalOf(camt(statement(entry('5.00', one))))).toBe('statement_malformed');
  });

  test('without amounts is one line that names all references, so that nobody gets what is others’', async () => {
    const parts = `<NtryDtls>${details('', 'A', 'RF5611588139')}${details('', 'B', 'RF9519869879')}</NtryDtls>`;
    expect(await linesOf(camt(statement(entry('5.00', parts))))).toMatchObject([
      { amount: 500, payer: '', references: ['RF5611588139', 'RF9519869879'] },
    ]);
  });

  test('of both directions is summed by the sign of each', async () => {
    const out = details(`${amount('1.00')}<CdtDbtInd>DBIT</CdtDbtInd>`, 'A');
    const parts = `<NtryDtls>${details(amount('6.00'), 'B')}${out}</NtryDtls>`;
    expect((await linesOf(camt(statement(entry('5.00', parts))))).map((line) => line.amount)).toEqual([600, -100]);
  });
});

test('only booked entries are lines, also where the status has no code of its own (R21.3)', async () => {
  const pending = entry('9.00', '').replace('BOOK', 'PDNG');
  const coded = entry('4.00', '').replace('BOOK', '<Cd>BOOK</Cd>');
  expect((await linesOf(camt(statement(entry('5.00', ''), pending, coded)))).map(({ amount }) => amount)).toEqual([
    500, 400,
  ]);
});

test('a reversal is told by its mark or by the reason of the return', async () => {
  const marked = entry('5.00', '<RvslInd>1</RvslInd>', 'DBIT');
  const returned = entry('4.00', '<NtryDtls><TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>');
  expect(await linesOf(camt(statement(marked, returned, entry('1.00', ''))))).toMatchObject([
    { amount: -500, isReversal: true },
    { amount: 400, isReversal: true },
    { amount: 100, isReversal: false },
  ]);
});

describe('balances', () => {
  test.each([
    ['none', [], 'read'],
    ['that add up', [balance('OPBD', '10.00'), balance('CLBD', '15.00')], 'read'],
    ['below zero', [balance('OPBD', '10.00', 'DBIT'), balance('CLBD', '5.00', 'DBIT')], 'read'],
    ['with the closing before instead of the opening', [balance('PRCD', '10.00'), balance('CLBD', '15.00')], 'read'],
    ['a cent off', [balance('OPBD', '10.00'), balance('CLBD', '15.01')], 'balance_mismatch'],
    ['a cent off the closing before', [balance('PRCD', '10.01'), balance('CLBD', '15.00')], 'balance_mismatch'],
  ])('%s (R21.2)', async (_, balances, outcome) => {
    expect(await refusalOf(camt(statement(...balances, entry('5.00', ''))))).toBe(outcome);
  });

  test('of several statements follow each other (R21.2)', async () => {
    const first = statement(balance('OPBD', '10.00'), balance('CLBD', '15.00'), entry('5.00', ''));
    expect(await refusalOf(camt(first + statement(balance('OPBD', '15.00'), balance('CLBD', '15.00'))))).toBe('read');
    expect(await refusalOf(camt(first + statement(balance('OPBD', '15.01'), balance('CLBD', '15.01'))))).toBe(
      'balance_mismatch',
    );
  });
});

test.each([
  ['wrong_account', statement(entry('5.00', '')).replace('2233', '2234')],
  ['wrong_account', `<Stmt>${entry('5.00', '')}</Stmt>`],
  ['wrong_currency', statement(entry('5.00', '')).replace('"USD"', '"EUR"')],
  ['wrong_currency', statement(entry('5.00', '')).replace('</Id></Acct>', '</Id><Ccy>EUR</Ccy></Acct>')],
  ['statement_malformed', statement(entry('5.001', ''))],
  ['statement_malformed', statement(entry('-5.00', ''))],
  ['statement_malformed', statement(entry('1e3', ''))],
  ['statement_malformed', statement(entry('', ''))],
  ['statement_malformed', statement(entry('5.00', '')).replace('2026-11-20', '2026-02-30')],
  ['statement_malformed', statement(entry('5.00', '')).replace('<BookgDt><Dt>2026-11-20</Dt></BookgDt>', '')],
  ['statement_malformed', statement(entry('5.00', '', 'BOTH'))],
  ['statement_malformed', statement(entry('5.00', '')).replace('<Sts>', '<Sts>&a;')],
  ['statement_malformed', statement(entry('5.00', '')).replace('</Stmt>', '')],
  ['statement_malformed', ''],
])('%s is told (R21.2)', async (code, inside) => {
  expect(await refusalOf(camt(inside))).toBe(code);
});

test('a file that was cut is refused with the line at which it ends (R21.2)', async () => {
  expect(await read(statementFile('hostile/cut-off.xml'))).toEqual({
    refusal: { code: 'statement_malformed', line: 16 },
  });
});

describe('an encoding of XML (R21.3)', () => {
  const text = camt(statement(entry('5.00', '<AddtlNtryInf>ঋণ é</AddtlNtryInf>')));
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const wide = (bom: string, words = text) => Buffer.from(bom + words, 'utf16le');

  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with its mark', wide('\ufeff')],
    ['UTF-16BE with its mark', swapped(wide('\ufeff'))],
    ['UTF-16LE by its declaration', wide('', text.replace('?>', ' encoding="UTF-16"?>'))],
    ['UTF-16BE by its declaration', swapped(wide('', text.replace('?>', ' encoding="UTF-16"?>')))],
  ])('%s is read', async (_, bytes) => {
    expect(await linesOf(bytes)).toMatchObject([{ amount: 500, text: 'ঋণ é' }]);
  });

  test.each<[string, Buffer]>([
    ['Latin-1 by its declaration', Buffer.from(text.replace('?>', ' encoding="ISO-8859-1"?>'))],
    ['UTF-16 that is none', Buffer.from(text.replace('?>', ' encoding="UTF-16"?>'))],
    ['bytes that are no UTF-8', Buffer.from(text.replace('ঋণ', ''), 'latin1')],
    ['half a letter of UTF-16', wide('\ufeff').subarray(0, -1)],
    ['a zero', Buffer.from(text.replace('ঋণ', '\0'))],
  ])('%s is refused', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('statement_malformed');
  });

  const doctype = text.replace('\n', '\n<!DOCTYPE x [<!ENTITY a "b">]>\n');
  const in32 = (words: string) =>
    Buffer.concat([...words].map((letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])));
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(doctype)],
    ['small letters', Buffer.from(doctype.replace('DOCTYPE', 'doctype'))],
    ['UTF-16LE', wide('\ufeff', doctype)],
    ['UTF-16BE', swapped(wide('\ufeff', doctype))],
    ['UTF-16 without a mark', wide('', doctype)],
    ['UTF-32', in32('<?xml version="1.0"?><!DOCTYPE x>')],
    ['UTF-7', Buffer.from('+ADw?xml version="1.0"?+AD4-+ADw-!DOCTYPE x+AD4-')],
    ['a comment', Buffer.from(text.replace('\n', '<!-- <!ENTITY -->'))],
    ['the middle of a large file', Buffer.from(text.replace('</Ntry>', `</Ntry>${' '.repeat(1 << 20)}<!DOCTYPE x>`))],
  ])('a declared type in %s is refused before anything is read (R21.2)', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('doctype_refused');
  });
});
