import { describe, expect, test } from 'vitest';
import { vectorOf } from './test/money-stories.ts';
import { formatReference, hasRightCheck, kindOfReference, parseReference, referenceOf } from './references.ts';

type References = {
  readonly references: readonly { readonly payload: string; readonly reference: string; readonly typed: string }[];
  readonly iso: readonly { readonly reference: string; readonly valid: boolean }[];
};
const V17 = vectorOf<References>('V17');
const KINDS = ['person', 'loan', 'payout'] as const;
const KNOWN = V17.references.map(({ payload, reference, typed }) => {
  const kind = KINDS[Number(payload[0]) - 1] as (typeof KINDS)[number];
  return [kind, Number(payload.slice(1)), reference, typed] as const;
});

describe('references of ISO 11649 (R19.4)', () => {
  test.each(KNOWN)('the one of a %s with %i is %s: vector V17', (kind, number, reference, shown) => {
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

  test.each<readonly [string, boolean]>([
    ...V17.iso.map(({ reference, valid }) => [reference, valid] as const),
    ['RF712348231', true],
    ['RF', false],
  ])('the check of %s is right: %s', (reference, isRight) => {
    expect(hasRightCheck(reference)).toBe(isRight);
  });
});
