import { expect, test } from 'vitest';
import { readHere, statementFile, taskFor } from '../../../test/statements/statement-fixture.ts';

const BEGIN = ':20:X\n:25:009988776612\n:28C:1/1\n:60F:C261120BDT100,00\n';
const MOVED = ':61:2611201120C5,00NTRFNONREF//A1\n';
const END = ':62F:C261120BDT105,00\n-\n';
const WHOLE = `${BEGIN}${MOVED}:86:loan\n${END}`;

const read = (text: string | Buffer, mapping = taskFor('12').mapping) =>
  readHere(Buffer.from(text as string), taskFor('12', { mapping }));
const linesOf = async (text: string | Buffer) => {
  const outcome = await read(text);
  if ('refusal' in outcome) throw new Error(outcome.refusal.code);
  return outcome.lines;
};
const refusalOf = async (text: string | Buffer) => {
  const outcome = await read(text);
  return 'refusal' in outcome ? outcome.refusal.code : 'read';
};

test.each([
  ['lines ended as on Windows', WHOLE.replaceAll('\n', '\r\n')],
  ['lines ended as on an old Mac', WHOLE.replaceAll('\n', '\r')],
  ['a block of SWIFT around it', `{1:F01BANK}{2:O940}{4:\n${WHOLE.replace('-\n', '-}\n')}`],
  ['a block that begins on the line of its first field', `{1:F01BANK}\n{4:${WHOLE.replace('-\n', '-}')}`],
  ['all blocks on the line of its first field', `{1:F01BANK}{2:O940}{4:${WHOLE.replace('-\n', '-}')}`],
  ['lines of the bank before it', `BANKBDDH\n940\n${WHOLE}`],
  ['no end', WHOLE.replace('-\n', '')],
  ['words about the whole statement', WHOLE.replace('-\n', ':64:C261120BDT105,00\n:86:our new address\n-\n')],
])('a statement with %s is read', async (_, text) => {
  expect(await linesOf(text)).toMatchObject([{ amount: 500, bankRef: 'A1', text: 'loan' }]);
});

test('words of `:86:` go on where they were cut, and those of a structure stand apart (R21.3)', async () => {
  const words = (about: string) => linesOf(WHOLE.replace(':86:loan', `:86:${about}`));
  expect(await words('see RF95 19\n86 9879')).toMatchObject([{ text: 'see RF95 1986 9879' }]);
  expect(await words('166?00TRANSFER?20EREF+RF951986?219879?30BANK?310112?32Md.?33 Rafiq')).toMatchObject([
    { text: 'EREF+RF9519869879', payer: 'Md. Rafiq', payerAccount: '0112' },
  ]);
  expect(await words('166~00TRANSFER~20loan~32Rafiq')).toMatchObject([{ text: 'loan', payer: 'Rafiq' }]);
  expect(await words('/EREF/X1/NAME/Rafiq/IBAN/NL12BANK034/REMI/loan')).toMatchObject([
    { payer: 'Rafiq', payerAccount: 'NL12BANK034' },
  ]);
  expect(await linesOf(WHOLE.replace('//A1', '//A1\nmore of it'))).toMatchObject([{ text: 'more of it loan' }]);
});

test('a reference with a slash is whole, and a field filled with nothing is none', async () => {
  expect(await linesOf(WHOLE.replace('NONREF//A1', 'INV/77//B/2'))).toMatchObject([
    { references: ['INV/77'], bankRef: 'B/2' },
  ]);
  expect(await linesOf(WHOLE.replace('//A1', '//NONREF'))).toMatchObject([{ references: [], bankRef: '' }]);
});

test('pages of a statement and statements after each other begin where the one before ended (R21.2)', async () => {
  const page = WHOLE.replace(':62F:', ':62M:');
  const next = WHOLE.replace('60F:C261120BDT100,00', '60M:C261120BDT105,00').replace('105,00\n-', '110,00\n-');
  expect(await linesOf(page + next)).toHaveLength(2);
  expect(await linesOf((page + next).replaceAll('-\n', ''))).toHaveLength(2);
  expect(await refusalOf(page + WHOLE)).toBe('balance_mismatch');
});

test.each([
  ['balance_mismatch', WHOLE.replace('105,00\n-', '105,01\n-')],
  ['read', WHOLE.replace('C261120BDT100,00', 'D261120BDT100,00').replace('C261120BDT105,00', 'D261120BDT95,00')],
  ['wrong_account', WHOLE.replace('6612', '6613')],
  ['wrong_account', WHOLE.replace(':25:009988776612\n', '')],
  ['read', WHOLE.replace('009988776612', '0099-8877-6612')],
  ['wrong_currency', WHOLE.replaceAll('BDT', 'INR')],
  ['statement_malformed', WHOLE.replace(/:60F:.*\n/, '')],
  ['statement_malformed', WHOLE.replace(/:62F:.*\n/, '')],
  ['statement_malformed', WHOLE.slice(0, WHOLE.indexOf(':62F:') + 12)],
  ['statement_malformed', WHOLE.replace('C5,00', 'C5.00')],
  ['statement_malformed', WHOLE.replace('C5,00', 'C5')],
  ['statement_malformed', WHOLE.replace('C5,00', 'C5,001')],
  ['statement_malformed', WHOLE.replace('C5,00', 'X5,00')],
  ['statement_malformed', WHOLE.replace(':61:261120', ':61:260230')],
  ['statement_malformed', WHOLE.replace(':61:2611201120', ':61:2611201131')],
  ['statement_malformed', WHOLE.replace(':20:X\n', '')],
  ['statement_malformed', WHOLE.replace(MOVED, '').replace(END, END.replace('-\n', MOVED))],
  ['statement_malformed', WHOLE.replace('loan', 'lo\0an')],
  ['statement_malformed', Buffer.from(WHOLE.replace('loan', 'lo\u0081an'), 'latin1')],
])('%s is told of a statement that is not right (R21.2)', async (code, text) => {
  expect(await refusalOf(text)).toBe(code);
});

test('bytes that are no UTF-8 are of the encoding of the mapping, else Windows-1252 (R21.3)', async () => {
  const bytes = (letter: number) => Buffer.from(WHOLE.replace('loan', String.fromCharCode(letter)), 'latin1');
  expect(await linesOf(bytes(0x92))).toMatchObject([{ text: '’' }]);
  const mapping = { columns: {}, decimal: '.', dateOrder: 'dmy', encoding: 'windows-1256' } as const;
  expect(await read(bytes(0xc8), mapping)).toMatchObject({ lines: [{ text: 'ب' }] });
  expect(await linesOf(Buffer.from(`\ufeff${WHOLE}`, 'utf16le'))).toHaveLength(1);
});

test('the sample is read to its last line', async () => {
  expect(await linesOf(statementFile('bank-bdt.mt940.sta'))).toHaveLength(26);
});
