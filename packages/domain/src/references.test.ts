import { describe, expect, test } from 'vitest';
import { formatReference, hasRightCheck, kindOfReference, parseReference, referenceOf } from './references.ts';

/** Made by an implementation of its own. */
const KNOWN = [
  ['person', 4217, 'RF0810004217', 'RF08 1000 4217'],
  ['loan', 31_188, 'RF5220031188', 'RF52 2003 1188'],
  ['payout', 901, 'RF7630000901', 'RF76 3000 0901'],
  ['person', 9_999_999, 'RF9819999999', 'RF98 1999 9999'],
  ['loan', 1, 'RF4420000001', 'RF44 2000 0001'],
] as const;

describe('references of ISO 11649 (R19.4)', () => {
  test.each(KNOWN)('the one of a %s with %i is %s', (kind, number, reference, shown) => {
    expect(referenceOf(kind, number)).toBe(reference);
    expect(kindOfReference(referenceOf(kind, number))).toBe(kind);
    expect(formatReference(referenceOf(kind, number))).toBe(shown);
    expect(parseReference(shown)).toBe(reference);
  });

  test.each([-1, 0.5, 10_000_000, Number.NaN])('no reference can hold %d', (number) => {
    expect(() => referenceOf('person', number)).toThrow(RangeError);
  });

  test.each([
    'RF0810004217',
    ' rf08 1000 4217 ',
    'RF08-1000-4217',
    'Rf08\u00a01000\u20114217',
    'RF০৮ ১০০০ ৪২১৭',
    'RF٠٨١٠٠٠٤٢١٧',
    '\u2066RF08 1000 4217\u2069',
    'ＲＦ０８１０００４２１７',
  ])('a person may type %s', (typed) => {
    expect(parseReference(typed)).toBe('RF0810004217');
  });

  test.each([
    '',
    'RF',
    '0810004217',
    'RF091000421',
    'RF08100042170',
    'RF08 1000 421O',
    'XX0810004217',
    'RF0810004217 x',
  ])('the text %j holds no reference', (typed) => {
    expect(parseReference(typed)).toBeNull();
  });

  test('no single wrong digit and no two swapped ones pass', () => {
    const right = 'RF0810004217';
    for (let at = 2; at < right.length; at += 1) {
      for (const digit of '0123456789') {
        const typed = right.slice(0, at) + digit + right.slice(at + 1);
        expect(parseReference(typed)).toBe(typed === right ? right : null);
      }
      const swapped = right.slice(0, at - 1) + right[at] + right[at - 1] + right.slice(at + 1);
      expect(parseReference(swapped)).toBe(swapped === right ? right : null);
    }
  });

  test('a reference of another beginning is read, and is of none of our kinds', () => {
    const other = parseReference('RF63 9000 0000');
    expect(other).toBe('RF6390000000');
    expect(other && kindOfReference(other)).toBeNull();
  });

  test.each([
    ['RF18539007547034', true],
    ['RF19539007547034', false],
    ['RF712348231', true],
    ['RF', false],
  ])('the check of %s is right: %s', (reference, isRight) => {
    expect(hasRightCheck(reference)).toBe(isRight);
  });
});
