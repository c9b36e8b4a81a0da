import type { Cents } from '@sathi/domain/money.ts';
import { expect, test } from 'vitest';
import { RefusalError } from '../../errors/refusal-error.ts';
import { readLines } from './import-lines.ts';
import { readSheet } from './sheet.ts';

const PERSON = 'phone,first_name,last_name';
const DRAFT = `${PERSON},title,description,amount_usd,local,currency,months_to_repay,needed_on,category`;
const PLACE = {
  language: 'be',
  localCurrency: 'BDT',
  waiting: { accounts: new Set(['+8801712000009']), drafts: new Set(['+8801712000008']) },
  isReached: (phone: string) => !phone.startsWith('+670'),
  worthOf: (minor: number) => Math.round(minor / 120) as Cents,
} as const;

const read = (text: string) => readLines(readSheet(text).lines, PLACE);
/** The column and the code of each problem of the first line. */
const problemsOf = (text: string) => read(text)[0]?.problems.map(({ column, problem }) => `${column} ${problem}`);
const refusalOf = (text: string) => {
  try {
    readSheet(text);
    return null;
  } catch (error) {
    return error instanceof RefusalError ? [error.code, error.extras.words] : error;
  }
};

test.each([',', ';', '\t'])('R31.5: a sheet with %j between its cells is read', (sign) => {
  const text = `\ufeff${PERSON}\r\n"+8801712000001",Asha,"Begum, of the village"\r\n`.replaceAll(
    /,(?=[a-z"]|Asha)/g,
    sign,
  );
  expect(read(text)).toEqual([
    {
      row: 2,
      phone: '+8801712000001',
      firstName: 'Asha',
      lastName: 'Begum, of the village',
      language: 'be',
      draft: null,
      problems: [],
    },
  ]);
});

test('R31.5: rows are numbered as a spreadsheet numbers them, and empty ones are passed over', () => {
  expect(
    read(`${PERSON}\n\n+8801712000001,Asha,Begum\n,,\n+8801712000002,Rahima,Khatun\n`).map(({ row }) => row),
  ).toEqual([3, 5]);
});

test('R31.5: a phone that an export guarded against formulas is read without the guard', () => {
  expect(read(`${PERSON}\n'+8801712000001,Asha,Begum`)[0]?.phone).toBe('+8801712000001');
});

test.each([
  ['of eleven digits, as in the country', '01712000001', 'phone phone_country_needed'],
  ['of ten digits, which would be one of North America', '9876543210', 'phone phone_country_needed'],
  ['that a spreadsheet made a number of', '8.80171E+12', 'phone phone_malformed'],
  ['with the zero of the country', '+880 01712 345678', 'phone phone_malformed'],
  ['without its plus', '8801712000001', undefined],
  ['in Bengali digits', '+৮৮০১৭১২০০০০০১', undefined],
  ['to which no SMS goes', '+67077212345', 'phone phone_without_sms'],
  ['for which a line waits', '+8801712000009', 'phone phone_waits'],
  ['that is missing', '', 'phone required'],
])('R31.5: a phone %s', (_, phone, problem) => {
  expect(problemsOf(`${PERSON}\n"${phone}",Asha,Begum`)).toEqual(problem === undefined ? [] : [problem]);
});

test('R31.5: the second line of a phone is told, whatever is wrong with the first', () => {
  const [first, second] = read(`${PERSON}\n+8801712000001,,Begum\n+8801712000001,Asha,Begum`);
  expect(first?.problems).toEqual([{ column: 'first_name', problem: 'required' }]);
  expect(second?.problems).toEqual([{ column: 'phone', problem: 'phone_repeated' }]);
});

test.each([
  ['a whole one', '100', '', '', '12', '31/05/2026', 'livestock', []],
  ['one in local money', '', '12000.00', 'bdt', '12', '2026-05-31', '', []],
  ['one in Bengali digits', '১০০', '', '', '১২', '২০২৬-০৫-৩১', '', []],
  ['one in money that the institution does not lend', '', '12000', 'INR', '12', '2026-05-31', '', ['currency invalid']],
  ['one without a sum', '', '', '', '12', '2026-05-31', '', ['amount_usd required']],
  ['one of less than a dollar', '', '10', 'BDT', '12', '2026-05-31', '', ['local amount_below_one']],
  ['one with two sums', '5', '500', 'BDT', '12', '2026-05-31', '', ['local invalid']],
  ['one of too many months', '100', '', '', '61', '2026-05-31', '', ['months_to_repay months_out_of_range']],
  ['one of a day that is none', '100', '', '', '12', '31.02.2026', '', ['needed_on date_malformed']],
  ['one of an unknown trade', '100', '', '', '12', '2026-05-31', 'goats', ['category invalid']],
])(
  'R31.5: a draft is judged by the rules of a new proposal: %s',
  (_, dollars, local, currency, months, day, trade, found) => {
    const cells = [
      '+8801712000001',
      'Asha',
      'Begum',
      'Two goats',
      'Milk.',
      dollars,
      local,
      currency,
      months,
      day,
      trade,
    ];
    expect(problemsOf(`${DRAFT}\n${cells.join(',')}`)).toEqual(found);
  },
);

test('R31.5: a line that says anything of a loan has to say all of it', () => {
  expect(problemsOf(`${DRAFT}\n+8801712000001,Asha,Begum,Two goats`)?.toSorted()).toEqual([
    'amount_usd required',
    'description required',
    'months_to_repay required',
    'needed_on required',
  ]);
});

test('R31.5: a sheet is refused as a whole with a quote that never ends, without its columns, and when it is too long', () => {
  expect(refusalOf(`${PERSON}\n"+8801712000001,Asha,Begum`)).toEqual(['sheet_malformed', undefined]);
  expect(refusalOf('phone,name\n1,2')).toEqual(['columns_missing', { columns: 'first_name, last_name' }]);
  expect(refusalOf('')).toEqual(['columns_missing', { columns: 'phone, first_name, last_name' }]);
  expect(refusalOf(`${PERSON}\n${'+8801712000001,Asha,Begum\n'.repeat(1001)}`)).toEqual(['too_many_people', undefined]);
});

test('R31.5: columns that are not read are named', () => {
  expect(readSheet(`${PERSON},Village head\n`).unknownColumns).toEqual(['Village head']);
});

test('R31.5: a person brought along before may be given a draft by a later sheet, once', () => {
  const draft = (phone: string) => `${DRAFT}\n${phone},Asha,Begum,Two goats,Milk.,100,,,12,2026-05-31,`;
  expect(problemsOf(draft('+8801712000009'))).toEqual([]);
  expect(problemsOf(draft('+8801712000008'))).toEqual(['phone phone_waits']);
  expect(problemsOf(`${PERSON}\n+8801712000008,Asha,Begum`)).toEqual([]);
});

test('R31.5: half a letter is read as the sign of an unknown one, and a sheet of empty rows is too long', () => {
  expect(read(`${PERSON}\n+8801712000001,As\ud800ha,Begum`)[0]?.firstName).toBe('As\ufffdha');
  expect(refusalOf(`${PERSON}${'\n'.repeat(20_000)}`)).toEqual(['too_many_people', undefined]);
});
