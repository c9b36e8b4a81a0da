import { describe, expect, test } from 'vitest';
import {
  changedAddresses,
  isEmail,
  isPhone,
  maskEmail,
  maskPhone,
  normalizeCode,
  normalizeEmail,
  normalizePhone,
  parseIdentity,
  passwordProblem,
} from './accounts.ts';

describe('section 5: a phone is trimmed, gets its plus, and +1 before ten digits', () => {
  test.each([
    ['2025550110', '+12025550110'],
    [' 2025550110\n', '+12025550110'],
    ['(202) 555-0110', '+12025550110'],
    ['12025550110', '+12025550110'],
    ['+12025550110', '+12025550110'],
    ['8801712345678', '+8801712345678'],
    ['+880 1712-345678', '+8801712345678'],
    ['+670 7723 4567', '+67077234567'],
    // Numbers as people type them in their own digits, and as other programs hand them over.
    ['+৮৮০ ১৭১২-৩৪৫৬৭৮', '+8801712345678'],
    ['٢٠٢٥٥٥٠١١٠', '+12025550110'],
    ['۲۰۲۵۵۵۰۱۱۰', '+12025550110'],
    ['\u202a+1 (202)\u00a0555\u20110110\u202c', '+12025550110'],
    ['＋8801712345678', '+8801712345678'],
    ['67077234567', '+67077234567'],
  ])('%j becomes %s', (text, phone) => {
    expect(normalizePhone(text)).toBe(phone);
    expect(normalizePhone(phone)).toBe(phone);
    expect(isPhone(phone)).toBe(true);
  });

  test('section 5: letters are lower-cased, and no phone', () => {
    expect(normalizePhone('+1202ABC')).toBe('+1202abc');
    expect(isPhone('+1202abc')).toBe(false);
  });

  test.each([
    '',
    '+',
    '++12025550110',
    '12025550110',
    '+0123456789',
    '+1234567',
    '+1234567890123456',
    '+1202555011０',
    '+৮৮০১৭১২৩৪৫৬৭৮',
    '+١٢٠٢٥٥٥٠١١٠',
    '+12025550110\n',
    '+1202 5550110',
  ])('%j is no phone', (text) => {
    expect(isPhone(text)).toBe(false);
  });

  test.each(['+12345678', '+123456789012345'])('%s has between 8 and 15 digits', (phone) => {
    expect(isPhone(phone)).toBe(true);
  });
});

describe('section 5: an e-mail address is well-formed', () => {
  test.each([
    'asha@example.org',
    'asha.begum+loan@mail.example.co.uk',
    "o'neil@example.org",
    'আশা@উদাহরণ.বাংলা',
    'a@b.tl',
    `${'a'.repeat(241)}@example.org`.slice(-254),
  ])('%s', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  test.each([
    '',
    'asha',
    '@example.org',
    'asha@',
    'asha@example',
    'asha@example.',
    'asha@.org',
    'asha@@example.org',
    'asha@ex ample.org',
    'asha @example.org',
    'asha@example.org,ben@example.org',
    'asha@example.org;ben@example.org',
    'Asha <asha@example.org>',
    'asha@example.org\nBcc: ben@example.org',
    'asha@example.org\r\n',
    '"asha"@example.org',
    'asha@[127.0.0.1]',
    `${'a'.repeat(243)}@example.org`,
  ])('%j is not well-formed', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test.each([' ', '\u200f', ' \u200f', '\u0301\u0316', 'İ', 'a ', '@', '.'])(
    'security 3.6: an address with sixty thousand times %j within is judged at once',
    (part) => {
      const began = performance.now();
      expect(isEmail(normalizeEmail(`a${part.repeat(60_000)}b@c.de`))).toBe(part === '\u0301\u0316');
      expect(isPhone(normalizePhone(`+${part.repeat(60_000)}1`))).toBe(false);
      expect(performance.now() - began).toBeLessThan(1000);
    },
  );

  test('two spellings of one address are one address', () => {
    expect(normalizeEmail(' Asha@Example.ORG ')).toBe('asha@example.org');
    expect(normalizeEmail('cafe\u0301@example.org')).toBe('caf\u00e9@example.org');
    expect(normalizeEmail('\u200fasha@example.org\u200e ')).toBe('asha@example.org');
    expect(normalizeEmail(' a \u200f sha@example.org')).toBe('a \u200f sha@example.org');
    expect(normalizeEmail(' \u200f ')).toBe('');
  });
});

test.each(['123456', '১২৩৪৫৬', '١٢٣٤٥٦', '۱۲۳۴۵۶', ' 123 456\n', '123-456', '\u200e123456\u202c'])(
  'section 5: the code %j is 123456',
  (typed) => {
    expect(normalizeCode(typed)).toBe('123456');
  },
);

describe('section 5, section 9: a password', () => {
  const isCommon = (password: string) => password === 'password1';
  test.each([
    ['', 'password_too_short'],
    ['1234567', 'password_too_short'],
    ['sevenক7', 'password_too_short'],
    ['🐐'.repeat(7), 'password_too_short'],
    ['🐐'.repeat(8), null],
    ['eight ch', null],
    ['        ', null],
    ['ক'.repeat(128), null],
    ['🐐'.repeat(128), null],
    ['a'.repeat(129), 'password_too_long'],
    ['password1', 'password_too_common'],
  ])('%j: %s', (password, problem) => {
    expect(passwordProblem(password, isCommon)).toBe(problem);
  });
});

describe('R17.6: a reset is asked for by phone or by e-mail', () => {
  test.each([
    ['asha@example.org', { kind: 'email', value: 'asha@example.org' }],
    [' Asha@Example.org ', { kind: 'email', value: 'asha@example.org' }],
    ['2025550110', { kind: 'phone', value: '+12025550110' }],
    ['8801712345678', { kind: 'phone', value: '+8801712345678' }],
    ['', null],
    ['asha', null],
    ['asha@', null],
    ['12', null],
  ])('%j', (text, identity) => {
    expect(parseIdentity(text)).toEqual(identity);
  });
});

test('its owner recognises a masked phone or address, and a stranger learns nothing from it', () => {
  expect(maskPhone('+8801712345678')).toBe('+88•••78');
  expect(maskEmail('asha@example.org')).toBe('a•••@e•••');
  expect(maskEmail('ক্ষমা@উদাহরণ.বাংলা')).toBe('ক্ষ•••@উ•••');
});

test('an address is changed when it is another one, in whatever letters (R17.8)', () => {
  const own = { email: 'asha@example.org', phone: '+8801712345678' };
  expect(changedAddresses(own, { ...own, email: 'Asha@Example.org' })).toEqual([]);
  const asked = { email: 'new@example.org', phone: '+8801712345679' };
  expect(changedAddresses(own, asked)).toEqual([
    { kind: 'email', value: asked.email },
    { kind: 'phone', value: asked.phone },
  ]);
});
