import { describe, expect, test } from 'vitest';
import type { Minor } from './local-money.ts';
import { isMerchantCode, merchantCodeFor, payInCode } from './pay-in-code.ts';
import { referenceOf } from './references.ts';

/** The example that EMVCo publishes in its specification of merchant codes. */
const PUBLISHED =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A';
/** A code made by an implementation of its own, as is the answer. */
const OFFICE =
  '00020101021126340014bd.example.pay01120171255512345204601253030505802BD5911DCBS Sylhet6006Sylhet62110707OFFICE16304440D';
const ASKED =
  '00020101021126340014bd.example.pay011201712555123452046012530305054071020.005802BD5911DCBS Sylhet6006Sylhet62270512RF08100042170707OFFICE16304886D';

const asked = { reference: referenceOf('person', 4217), amount: 1_020_00 as Minor };
const bank = { holder: 'DCBS & Sons', number: '0117 2203', upiId: '', qrText: '', currency: 'BDT' } as const;

describe('the square that a payer scans (R19.7)', () => {
  test('an address of unified payments becomes its link, with the reference', () => {
    expect(payInCode({ ...bank, upiId: 'roi.office@oksbi', currency: 'INR' }, asked)).toBe(
      'upi://pay?pa=roi.office@oksbi&pn=DCBS%20%26%20Sons&tr=RF0810004217&am=1020.00&cu=INR',
    );
  });

  test('that link asks for rupees only, so another currency is told as text', () => {
    expect(payInCode({ ...bank, upiId: 'roi.office@oksbi' }, asked)).not.toContain('upi:');
  });

  test('a merchant code gets the sum, the reference and a new check', () => {
    expect(payInCode({ ...bank, qrText: OFFICE }, asked)).toBe(ASKED);
  });

  test('a merchant code that has a sum and a reference gets others in their place', () => {
    expect(merchantCodeFor(ASKED, asked)).toBe(ASKED);
    expect(merchantCodeFor(ASKED, { reference: referenceOf('person', 1), amount: 5 as Minor })).toContain('54040.05');
  });

  test('an account without either says all as text', () => {
    expect(payInCode(bank, asked)).toBe('RF08 1000 4217\n1020.00 BDT\n0117 2203');
  });
});

describe('merchant codes of EMVCo', () => {
  test('the published example is one, and keeps its other parts', () => {
    expect(isMerchantCode(PUBLISHED)).toBe(true);
    const code = merchantCodeFor(PUBLISHED, asked) ?? '';
    expect(isMerchantCode(code)).toBe(true);
    expect(code).toContain('64200002ZH0104最佳运输0202北京');
    expect(code).toContain('54071020.00');
    expect(code).not.toContain('540523.72');
    expect(code).toContain('0512RF0810004217');
  });

  test.each([
    ['nothing', ''],
    ['a link', 'https://pay.example/office'],
    ['a wrong check', OFFICE.replace(/....$/, '0000')],
    ['one wrong digit', OFFICE.replace('0171', '0172')],
    ['a part that is cut off', `${OFFICE.slice(0, 40)}6304FFFF`],
    ['no beginning', OFFICE.slice(6)],
  ])('%s is none', (_, text) => {
    expect(isMerchantCode(text)).toBe(false);
    expect(merchantCodeFor(text, asked)).toBeNull();
    expect(payInCode({ ...bank, qrText: text }, asked)).toContain('RF08 1000 4217');
  });

  test('a code whose parts are right in themselves, and one of them broken inside, falls back to text', () => {
    // The part 62 says that seven characters follow, and has one.
    expect(isMerchantCode('0002016205070716304E2EA')).toBe(true);
    expect(merchantCodeFor('0002016205070716304E2EA', asked)).toBeNull();
  });
});
