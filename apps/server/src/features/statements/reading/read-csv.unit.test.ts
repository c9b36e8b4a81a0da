import { describe, expect, test } from 'vitest';
import { readHere, statementFile, taskFor } from '../../../test/statements/statement-fixture.ts';
import type { CsvMapping } from '@sathi/domain/statement-files.ts';

const MAPPING: CsvMapping = {
  columns: { bookedOn: 'Date', text: 'Details', amount: 'Amount', balance: 'Balance' },
  decimal: '.',
  dateOrder: 'dmy',
};
const HEADER = 'Date,Details,Amount,Balance\n';

const read = (text: string | Buffer, mapping: CsvMapping | null = MAPPING) =>
  readHere(Buffer.from(text as string), taskFor('14', { mapping }));
const whole = async (text: string | Buffer, mapping?: CsvMapping) => {
  const outcome = await read(text, mapping);
  if ('refusal' in outcome) throw new Error(outcome.refusal.code);
  return outcome;
};
const amountsOf = async (text: string, mapping?: CsvMapping) =>
  (await whole(text, mapping)).lines.map(({ amount }) => amount);
const refusalOf = async (text: string | Buffer, mapping?: CsvMapping | null) => {
  const outcome = await read(text, mapping);
  return 'refusal' in outcome ? outcome.refusal.code : 'read';
};

describe('rows (R21.2, R21.4)', () => {
  test.each([',', ';', '\t', '|'])('are told apart by %j', async (sign) => {
    const text = `Bank, of the; village\n\n${HEADER}20/11/2026,a,5.00,9.00\n`.replaceAll(/(?<=Date.*|20.*),/g, sign);
    expect(await amountsOf(text)).toEqual([500]);
  });

  test('hold quotes, line ends in quotes, and quotes in the middle of words', async () => {
    const text = `${HEADER}20/11/2026,"a ""b"",\nc",5.00,9\n20/11/2026,a 5" pipe,6.00,9\n20/11/2026, "x" ,7.00,9\n`;
    expect((await whole(text)).lines.map((line) => line.text)).toEqual(['a "b", c', 'a 5" pipe', 'x']);
  });

  test('end in any of three ways, in one file', async () => {
    expect(await amountsOf(`${HEADER}20/11/2026,a,1,1\r\n20/11/2026,a,2,1\r20/11/2026,a,3,1`)).toEqual([100, 200, 300]);
  });

  test('that cannot be read are told by their number, with empty ones and those above the header, and hold up nothing', async () => {
    const rows = ['20/11/2026,a,5.00,9', '31/02/2026,a,5.00,9', '20/11/2026,a,12.345,9', '', '20/11/2026,a,,9'];
    const cut = '20/11/2026,a,6.0';
    expect(
      await whole(`Bank\n\n${HEADER}${rows.join('\n')}\n20/11/2026,one, two,5.00,9\nTotal,,10.00,9\n${cut}`),
    ).toMatchObject({
      lines: [{ amount: 500 }],
      badRows: [
        { row: 5, problem: 'day' },
        { row: 6, problem: 'amount' },
        { row: 8, problem: 'amount' },
        { row: 9, problem: 'amount' },
        { row: 11, problem: 'amount' },
      ],
    });
  });

  test('with a quote that never ends make a file malformed', async () => {
    expect(await refusalOf(`${HEADER}20/11/2026,"a,5.00,9\n`)).toBe('statement_malformed');
  });

  test('with a zero in them make a file malformed', async () => {
    expect(await refusalOf(`${HEADER}20/11/2026,a\0,5.00,9\n`)).toBe('statement_malformed');
  });
});

describe('columns', () => {
  const roles = (columns: CsvMapping['columns'], rest: Partial<CsvMapping> = {}): CsvMapping => ({
    columns: { bookedOn: 'Date', text: 'Details', ...columns },
    decimal: '.',
    dateOrder: 'dmy',
    ...rest,
  });

  test('of debit and credit, of which one is filled', async () => {
    const text =
      'Date,Details,Out,In\n20/11/2026,a,5.00,\n20/11/2026,a,0.00,6.00\n20/11/2026,a,-7.00,\n20/11/2026,a,1,2\n';
    expect(await whole(text, roles({ debit: 'Out', credit: 'In' }))).toMatchObject({
      lines: [{ amount: -500 }, { amount: 600 }, { amount: -700 }],
      badRows: [{ row: 5, problem: 'amount' }],
    });
  });

  test('of a sign beside the amount', async () => {
    const text =
      'Date,Details,Amount,Dr/Cr\n20/11/2026,a,5.00,Dr\n20/11/2026,a,6.00,CR\n20/11/2026,a,-7.00,Dr\n20/11/2026,a,8.00,?\n';
    expect(await whole(text, roles({ amount: 'Amount', sign: 'Dr/Cr' }))).toMatchObject({
      lines: [{ amount: -500 }, { amount: 600 }],
      badRows: [
        { row: 4, problem: 'amount' },
        { row: 5, problem: 'amount' },
      ],
    });
  });

  test('of types that go out, and of a fee, which is a line of its own', async () => {
    const text =
      'Date,Details,Amount,Type,Fee,Id\n20/11/2026,a,5.00,Payment,0.50,X\n20/11/2026,a,6.00,Cash Out,0.00,Y\n';
    const mapping = roles({ amount: 'Amount', type: 'Type', fee: 'Fee', bankRef: 'Id' }, { outTypes: ['cash out'] });
    expect(await whole(text, mapping)).toMatchObject({
      lines: [
        { amount: 500, isFee: false, bankRef: 'X', text: 'a Payment' },
        { amount: -50, isFee: true, bankRef: 'X' },
        { amount: -600, isFee: false },
      ],
    });
  });

  test('in a row of their own among the first thirty, compared without signs and capitals', async () => {
    const above = (rows: number) =>
      `${'Bank of the village\n'.repeat(rows)}DATE;details.;AMOUNT;Balance\n20/11/2026;a;5.00;1\n`;
    expect(await amountsOf(above(29))).toEqual([500]);
    expect(await refusalOf(above(30))).not.toBe('read');
  });

  test('of two names alone are enough where the mapping has no more', async () => {
    const mapping: CsvMapping = { columns: { bookedOn: 'Date', amount: 'Amount' }, decimal: '.', dateOrder: 'dmy' };
    expect(await amountsOf(`${HEADER}20/11/2026,a,5.00,9\n`, mapping)).toEqual([500]);
  });
});

describe('without a mapping that fits, a proposal is made by dictionary (R21.4)', () => {
  const proposed = async (text: string, mapping: CsvMapping | null = null) => {
    const outcome = await read(text, mapping);
    return 'refusal' in outcome && outcome.refusal.code === 'mapping_needed' ? outcome.refusal : outcome;
  };

  test('for the samples, as their officers would map them', async () => {
    const wallet = taskFor('13').mapping as CsvMapping;
    expect(await proposed(statementFile('wallet-bdt.csv').toString('utf8'))).toMatchObject({ proposal: wallet });
    const bank = taskFor('14').mapping as CsvMapping;
    expect(await proposed(statementFile('bank-usd-b.csv').toString('latin1'))).toMatchObject({ proposal: bank });
  });

  test.each<[string, string, Partial<CsvMapping>]>([
    [
      'Bengali',
      'তারিখ,বিবরণ,ডেবিট,ক্রেডিট,ব্যালেন্স\n২২/১১/২০২৬,ক,,১,২৩৪,৫\n'.replace('১,২৩৪', '১২৩৪.৫০'),
      {
        columns: { bookedOn: 'তারিখ', text: 'বিবরণ', debit: 'ডেবিট', credit: 'ক্রেডিট', balance: 'ব্যালেন্স' },
        decimal: '.',
        dateOrder: 'dmy',
      },
    ],
    [
      'Arabic',
      'التاريخ;البيان;المبلغ;الرصيد\n2026/11/22;ا;٤٠٥٨٫٥٠;٥٫٠٠\n',
      { columns: { bookedOn: 'التاريخ', text: 'البيان', amount: 'المبلغ', balance: 'الرصيد' } },
    ],
    [
      'Portuguese',
      'Data Operação;Data Valor;Descritivo;Montante;Saldo\n22.11.2026;22.11.2026;x;1.234,56;2,00\n',
      {
        columns: {
          bookedOn: 'Data Operação',
          valueOn: 'Data Valor',
          text: 'Descritivo',
          amount: 'Montante',
          balance: 'Saldo',
        },
        decimal: ',',
        dateOrder: 'dmy',
      },
    ],
    [
      'English, month first',
      'Posting Date,Narration,Withdrawal,Deposit,Running Balance\n11/22/2026,x,"1,234.56",,2.00\n',
      { dateOrder: 'mdy', decimal: '.' },
    ],
    [
      'of a merchant’s wallet',
      'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance\nRK1,2026-11-22 10:11:12,x,35.00,,100.00\n',
      { columns: { bookedOn: 'Completion Time', debit: 'Withdrawn', credit: 'Paid In', text: 'Details' } },
    ],
    [
      'of a household’s book',
      'Date,Memo,Outflow,Inflow,Running Bal.\n2026-11-22,x,,35.00,100.00\n',
      { columns: { bookedOn: 'Date', debit: 'Outflow', credit: 'Inflow', balance: 'Running Bal.' } },
    ],
  ])('%s', async (_, text, proposal) => {
    expect(await proposed(text)).toMatchObject({ code: 'mapping_needed', proposal });
  });

  test('for a file without a mapped column, with the rows to look at', async () => {
    const mapping: CsvMapping = { ...MAPPING, columns: { ...MAPPING.columns, payer: 'Sender' } };
    expect(await proposed(`${HEADER}20/11/2026,a,5.00,9\n`, mapping)).toMatchObject({
      headers: ['Date', 'Details', 'Amount', 'Balance'],
      sample: [['20/11/2026', 'a', '5.00', '9']],
    });
  });

  test('and reads the file once it is kept', async () => {
    const text = 'Date,Details,Debit,Credit\n22-Nov-2026,x,,"1,234.56"\n';
    const { proposal } = (await proposed(text)) as { proposal: CsvMapping };
    expect(await amountsOf(text, proposal)).toEqual([123_456]);
  });
});

test.each<[string, string, string | Buffer]>([
  ['format_unknown', 'an empty file', ''],
  ['format_unknown', 'blanks', ' \n\n'],
  ['format_unknown', 'a letter', 'Dear bank,\nplease send the statement.\n'],
  ['format_unknown', 'JSON', '[{"date": "2026-11-22", "amount": 5, "text": "x"}]'],
  ['format_unknown', 'a page', '<html><body><table></table></body></html>'],
  ['format_unknown', 'a PDF', '%PDF-1.7\nDate,Details,Amount\n'],
  ['format_unknown', 'an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['archive_refused', 'a spreadsheet', Buffer.from('504b030414000600', 'hex')],
  ['archive_refused', 'gzip', Buffer.from('1f8b0800', 'hex')],
  ['archive_refused', '7z', Buffer.from('377abcaf271c', 'hex')],
])('%s is told of %s (R21.2)', async (code, _, bytes) => {
  expect(await refusalOf(bytes)).toBe(code);
});

test('a file in the bank’s encoding is read with its letters (R21.3)', async () => {
  const { lines } = await whole(statementFile('bank-usd-b.csv'), taskFor('14').mapping as CsvMapping);
  expect(lines[0]?.payer).toBe('Shahida Akter & Irmão');
});

describe('columns of bytes that name no encoding (R21.3, R21.4)', () => {
  const asked = async (bytes: Buffer, mapping: CsvMapping | null = null) => {
    const outcome = await read(bytes, mapping);
    return 'refusal' in outcome && outcome.refusal.code === 'mapping_needed' ? outcome.refusal : null;
  };

  test.each([
    ['windows-1256', 'التاريخ,الوصف,المبلغ,الرصيد\n20/11/2026,دفعة,5.00,9.00\n'],
    ['iso-8859-6', 'التاريخ,الوصف,المبلغ,الرصيد\n20/11/2026,دفعة,5.00,9.00\n'],
    ['windows-1252', 'Data,Descrição,Débito,Crédito\n20/11/2026,São João,,5.00\n'],
  ])('are asked about in %s, in which most of them are known', async (encoding, text) => {
    const bytes = bytesIn(encoding, text);
    const question = await asked(bytes);
    expect(question?.headers).toEqual(text.split('\n')[0]?.split(','));
    expect(question?.proposal.encoding).toBe(encoding);
    expect((await whole(bytes, question?.proposal)).lines).toMatchObject([
      { amount: 500, text: text.split('\n')[1]?.split(',')[1] },
    ]);
  });

  test('are asked about in the encoding of their mapping, when no other knows more of them', async () => {
    const mapping = { ...MAPPING, encoding: 'windows-1250' };
    const question = await asked(bytesIn('windows-1250', 'Dzień,Tytuł,Kwota\n20/11/2026,składka,5.00\n'), mapping);
    expect(question).toMatchObject({
      headers: ['Dzień', 'Tytuł', 'Kwota'],
      proposal: { columns: {}, encoding: 'windows-1250' },
    });
  });

  test('have no choice of one where the bytes are UTF-8', async () => {
    const question = await asked(Buffer.from('التاريخ,الوصف,القيمة\n20/11/2026,دفعة,5.00\n'));
    expect(question?.proposal).not.toHaveProperty('encoding');
  });
});

/** A text in an encoding of one byte for a letter. */
function bytesIn(encoding: string, text: string): Buffer {
  const all = Array.from({ length: 256 }, (_, byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)));
  return Buffer.from([...text].map((letter) => all.indexOf(letter)));
}
