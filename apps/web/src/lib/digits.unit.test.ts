import { describe, expect, it } from 'vitest';
import { toLatinDigits, trimmedDecimal } from './digits.ts';

describe('digits', () => {
  it('of Bengali, Arabic and Persian become Latin, and words stay', () => {
    expect(toLatinDigits('১২৩ ٤٥٦ ۷۸۹ abc')).toBe('123 456 789 abc');
  });

  it('keep the decimal sign of Arabic and drop what only groups', () => {
    expect(trimmedDecimal('١٬٢٠٠٫٥٠')).toBe('1200.50');
    expect(trimmedDecimal('$ 1,200.50')).toBe('1200.50');
    expect(trimmedDecimal('\u2066১২.৫\u2069')).toBe('12.5');
  });

  it('leave letters in, so that a check can refuse them', () => {
    expect(trimmedDecimal('12abc')).toBe('12abc');
  });
});
