import { describe, expect, test } from 'vitest';
import { readHere, statementJson, taskFor } from '../../../test/statements/statement-fixture.ts';
import { readAmount } from './amounts.ts';
import { readDay } from './days.ts';
import type { DateOrder, DecimalSign } from '@sathi/domain/statement-files.ts';

type Values = {
  readonly amounts: readonly { readonly text: string; readonly decimal: DecimalSign; readonly minor: unknown }[];
  readonly days: readonly { readonly text: string; readonly order: DateOrder; readonly day: string }[];
  readonly mt940: readonly {
    readonly line: string;
    readonly bookedOn: string;
    readonly valueOn: string;
    readonly amount: number;
    readonly bankRef: string;
    readonly reference: string;
    readonly reversal: boolean;
  }[];
};
const values = statementJson<Values>('values.json');
const HERE = { file: 'Asia/Dhaka', mfi: 'Asia/Dhaka' };

function amountOf(text: string, decimal: DecimalSign): unknown {
  try {
    return readAmount(text, decimal);
  } catch {
    return 'refused';
  }
}

test.each(values.amounts)('the sum $text with $decimal is $minor (R21.4)', ({ text, decimal, minor }) => {
  expect(amountOf(text, decimal)).toBe(minor);
});

test.each<[string, DecimalSign, unknown]>([
  ['5.00 USD', '.', 500],
  ['Dr 12.30', '.', -1230],
  ['৳-৫.০০', '.', -500],
  ['१२,३४,५६७.००', '.', 1_234_567_00],
  ['۱۲۳۴٫۵۰', '.', 123_450],
  ['٤٬٠٥٨٫٥٠', ',', 405_850],
  ['1’234.50', '.', 123_450],
  ['1 234 567,8', ',', 123_456_780],
  ['-12.30 Dr', '.', 'refused'],
  ['(12.30)-', '.', 'refused'],
  ['1,2345', '.', 'refused'],
  ['12,3456.00', '.', 'refused'],
  ['1.234.56', '.', 'refused'],
  ['12345678901234', '.', 'refused'],
  ['0.00', '.', 0],
  ['-0.00', '.', 0],
  ['abc', '.', 'refused'],
  ['.', '.', 'refused'],
  ['-', '.', null],
])('the sum %s with %s is %s, too', (text, decimal, minor) => {
  expect(amountOf(text, decimal)).toBe(minor);
});

test.each(values.days)('the day $text in the order $order is $day (R21.4)', ({ text, order, day }) => {
  expect(readDay(text, order, HERE) ?? 'refused').toBe(day);
});

test.each<[string, DateOrder, string | null]>([
  ['20261122', 'ymd', '2026-11-22'],
  ['22112026', 'dmy', '2026-11-22'],
  ['2026-11-22', 'dmy', '2026-11-22'],
  ['Nov 22, 2026', 'dmy', '2026-11-22'],
  ['22 novembro 2026', 'dmy', '2026-11-22'],
  ['২২ নভেম্বর ২০২৬', 'dmy', '2026-11-22'],
  ['22 نوفمبر 2026', 'dmy', '2026-11-22'],
  ['22/11/2026 11:59 PM', 'dmy', '2026-11-22'],
  ['2026-11-22 00:10:00', 'ymd', '2026-11-22'],
  ['29/02/2027', 'dmy', null],
  ['1/2', 'dmy', null],
  ['2026-11-22T25:00:00Z', 'ymd', null],
])('the day %s in the order %s is %s, too', (text, order, day) => {
  expect(readDay(text, order, HERE)).toBe(day);
});

test('an instant without an offset is of the zone of the file, and its day that of the MFI (R21.4)', () => {
  const zones = { file: 'UTC', mfi: 'Asia/Dhaka' };
  expect(readDay('2026-11-21 20:30', 'ymd', zones)).toBe('2026-11-22');
  expect(readDay('21/11/2026 08:30 PM', 'dmy', zones)).toBe('2026-11-22');
  expect(readDay('2026-11-21', 'ymd', zones)).toBe('2026-11-21');
});

describe('a movement of MT940', () => {
  test.each(values.mt940)('$line (R21.3)', async ({ line, reference, reversal, amount, ...expected }) => {
    const closing = `${amount < 0 ? 'D' : 'C'}261101USD${(Math.abs(amount) / 100).toFixed(2).replace('.', ',')}`;
    const file = `:20:X\n:25:1\n:60F:C261101USD0,00\n${line}\n:86:T\n:62F:${closing}\n-\n`;
    const read = await readHere(Buffer.from(file), taskFor('11', { number: '1' }));
    const { code: _, ...fields } = expected as typeof expected & { code: string };
    expect(read).toMatchObject({
      lines: [{ ...fields, amount, references: reference === '' ? [] : [reference], isReversal: reversal }],
    });
  });
});
