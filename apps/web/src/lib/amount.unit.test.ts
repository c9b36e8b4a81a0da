import { describe, expect, it } from 'vitest';
import { trimmedDecimal } from './amount.ts';

describe('digits', () => {
  it('of Bengali, Arabic and Persian become Latin', () => {
    expect(trimmedDecimal('১২৩ ٤٥٦ ۷۸۹')).toBe('123456789');
  });

  it('keep the decimal sign of Arabic and drop signs that only group', () => {
    expect(trimmedDecimal('١٬٢٠٠٫٥٠')).toBe('1200.50');
    expect(trimmedDecimal('$ 1,200.50')).toBe('1200.50');
    expect(trimmedDecimal('\u2066১২.৫\u2069')).toBe('12.5');
    expect(trimmedDecimal('\u202a$12.50\u202c')).toBe('12.50');
  });

  it('leave letters in, so that a check can refuse them', () => {
    expect(trimmedDecimal('12abc')).toBe('12abc');
  });
});
