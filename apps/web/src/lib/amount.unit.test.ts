import { describe, expect, it } from 'vitest';
import { readAmount, trimmedDecimal } from './amount.ts';

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

  it('keep a comma that groups no thousands as the decimal sign', () => {
    const read = ['8,33', '12,5', '$ ১২,৫০', '122,3456', '0,119', '1 200,50', '1\u066c200,50'].map(trimmedDecimal);
    expect(read).toEqual(['8.33', '12.5', '12.50', '122.3456', '0.119', '1200.50', '1200.50']);
    const grouped = ['1,200', '12,345', '1,00,000', '1,200.5', '100,'].map(trimmedDecimal);
    expect(grouped).toEqual(['1200', '12345', '100000', '1200.5', '100']);
    expect(['-8,33', '-1,200'].map(trimmedDecimal)).toEqual(['-8.33', '-1200']);
    expect(readAmount('8,33')).toBe(833);
    expect(readAmount('8,3333')).toBe(null);
  });

  it('leave letters in, so that a check can refuse them', () => {
    expect(trimmedDecimal('12abc')).toBe('12abc');
  });
});
