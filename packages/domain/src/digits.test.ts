import { describe, expect, test } from 'vitest';
import { plainNumber, toLatinDigits } from './digits.ts';

describe('digits are accepted in Latin, Bengali and Arabic forms', () => {
  test.each([
    ['0123456789', '0123456789'],
    ['০১২৩৪৫৬৭৮৯', '0123456789'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['১٢۳4', '1234'],
    ['٢٥٫٥', '25.5'],
    ['গ্রাম ৭ abc', 'গ্রাম 7 abc'],
  ])('%s is %s', (typed, latin) => {
    expect(toLatinDigits(typed)).toBe(latin);
  });

  test('a number loses invisible characters, and no others', () => {
    expect(plainNumber(' \u202a+৮৮০ 1712-345678\u202c\u200e ')).toBe('+880 1712-345678');
    expect(plainNumber('\u2066٢٠٢٦/٠٦/٠٣\u2069')).toBe('2026/06/03');
  });
});
