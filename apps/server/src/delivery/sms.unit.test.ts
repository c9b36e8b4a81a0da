import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Minor } from '@sathi/domain/local-money.ts';
import { expect, test } from 'vitest';
import { codeSms, type EventKind, eventSms, importSms, phoneChangedSms, phoneChangeSms, staffSms } from './mail.ts';

/** The letters of the alphabet of GSM 03.38 that the texts may use; each other one makes an SMS half as long. */
const GSM = /^[A-Za-z0-9 \n@$_!"#%&'()*+,\-./:;<=>?]*$/;
const PART = { gsm: 160, unicode: 70 };
/** The letters of two parts of an SMS, each of which begins with a header. */
const UNICODE_OF_TWO_PARTS = 134;
const LONGEST = {
  amountCents: 999_999_999,
  mfiName: 'Grameen Bikash',
  title: '“A very long title of a loan”',
  why: 'x',
  howMuch: 'BDT 999999.00',
  where: '01711-000000 0000000',
  way: 'number',
  reference: 'RF08 1000 4217',
  day: '18 Feb 2026',
  shortDay: '18 Dec',
  code: 'RF0810004217',
};
/** The events that owner and staff hear of in the money of the loan. */
const IN_LOAN: readonly EventKind[] = [
  ...(['released', 'withdrawal_sent', 'withdrawal_failed', 'payment_entered', 'payment_approved'] as const),
  ...(['payment_rejected', 'payment_reversed'] as const),
];
const LOCAL = { amount: 99_999_900 as Minor, currency: 'BDT' } as const;
const TOKEN = '123456.0123456789012345678901';
const URL = `https://sathi.example.org/App/NotMe?token=${TOKEN}`;
const KINDS = Object.keys(
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../../packages/texts/en/mails.json'), 'utf8'),
  ) as object,
).flatMap((key) => /^mails\.event\.(.+)$/.exec(key)?.[1] ?? []) as EventKind[];
const SECURITY = ['factor_added', 'factor_removed', 'factor_reset', 'codes_renewed', 'password_changed', 'closed'];
const WHATS = [
  ...SECURITY,
  'factor_reset_by_staff',
  'factor_guessed',
  'exported',
  'email_changed',
  'phone_changed',
  'person',
  'proposal',
  'four_eyes_on',
  'other',
];
const LANGUAGES = ['en', 'be', 'ar'] as const;

function lengthLeft(text: string): number {
  return (GSM.test(text) ? PART.gsm : PART.unicode) - text.length;
}

test.each(LANGUAGES)('each SMS about an event in %s is one part, without titles and curly quotes', (language) => {
  for (const kind of KINDS) {
    for (const what of WHATS) {
      for (const [isOwner, isForgiven] of [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ]) {
        const { text } = eventSms(language, kind, { ...LONGEST, url: '', what, isOwner, isForgiven });
        expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
        expect(text).not.toMatch(/[“”«»{}]|very long/);
        if (language === 'en') expect(text).toMatch(GSM);
      }
    }
  }
});

test.each(LANGUAGES)('an SMS that leads to the page of how to pay is one part in %s', (language) => {
  for (const kind of ['pay_in_asked', 'pay_in_due'] as const) {
    const where = 'https://sathi.example.org/App/HowToPay/ROI';
    const { text } = eventSms(language, kind, { ...LONGEST, howMuch: 'BDT 99999.00', way: 'page', where });
    expect(text).toContain(where);
    expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
  }
});

test.each(LANGUAGES)('an SMS that leads to the page of a loan is one part in %s (R27.1)', (language) => {
  for (const kind of ['repayment_due', 'repayment_late'] as const) {
    const where = 'https://sathi.example.org/l/1234567';
    const facts = { ...LONGEST, howMuch: 'BDT 99999.00', way: 'page', where };
    for (const when of ['before', 'today', 'past', 'late']) {
      const { text } = eventSms(language, kind, { ...facts, when });
      expect(text).toContain(where);
      expect(text).toMatch(/RF08 ?1000 ?4217/);
      expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
    }
  }
});

test.each(LANGUAGES)(
  'a reminder of each moment in %s is one part with sum, number and reference (R27.1)',
  (language) => {
    for (const when of ['before', 'today', 'past']) {
      const { text } = eventSms(language, 'repayment_due', { ...LONGEST, when });
      for (const said of [LONGEST.howMuch, LONGEST.where, LONGEST.reference]) expect(text).toContain(said);
      expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
    }
  },
);

test.each(LANGUAGES)(
  'an SMS with a receipt is one part in %s, with its number and its short link (R22.7)',
  (language) => {
    const [number, url] = ['FATEN-P-1234567', 'https://sathi.example.org/r/0123456789'];
    for (const of of ['collected', 'confirmed']) {
      const { text } = eventSms(language, 'receipt', { ...LONGEST, local: LOCAL, number, url, of });
      for (const said of [number, url]) expect(text).toContain(said);
      expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
    }
  },
);

test.each(LANGUAGES)('each SMS that names local money in %s is one part (R23.7)', (language) => {
  for (const kind of IN_LOAN) {
    const { text } = eventSms(language, kind, { ...LONGEST, local: LOCAL, isOwner: true });
    expect(text).toMatch(/BDT 9,?99,999\.00/);
    expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
  }
});

test.each(LANGUAGES)('each other SMS in %s is one part', (language) => {
  const staff = staffSms(language, { mfiName: 'BRAC', url: 'https://sathi.example.org/App/Login/BRAC' });
  const brought = importSms(language, { mfiName: LONGEST.mfiName, url: 'https://sathi.example.org/o/99' });
  for (const { text } of [phoneChangedSms(language), staff, brought]) {
    expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
  }
});

test.each(LANGUAGES)(
  'an SMS with a link against theft in %s is one part, or two in letters that take more',
  (language) => {
    const added = eventSms(language, 'payout_account_added', { ...LONGEST, url: URL });
    const change = { mfiName: 'BRAC', phone: '+*******5678', url: URL };
    const phones = ['staff', 'operator'].map((by) => phoneChangeSms(language, { ...change, by }));
    for (const { text } of [added, ...phones]) {
      expect(text).toContain(URL);
      expect(text.length, text).toBeLessThanOrEqual(GSM.test(text) ? PART.gsm : UNICODE_OF_TWO_PARTS);
    }
  },
);

test.each(LANGUAGES)('the SMS with a code in %s is one part and ends with the line that browsers read', (language) => {
  const { text } = codeSms(language, { code: '858492', minutes: 10 }, 'sathi.example.org');
  expect(lengthLeft(text), text).toBeGreaterThanOrEqual(0);
  expect(text.split('\n').at(-1)).toBe('@sathi.example.org #858492');
});
