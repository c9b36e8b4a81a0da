import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EmailField, PhoneField } from './address-fields.ts';
import {
  CalendarDateField,
  InstantField,
  PageFields,
  ProposalIdField,
  ProposalStatusField,
  StatusFilterField,
} from './fields.ts';
import { TextField, TitleField } from './text-fields.ts';

/** Reads a value from the network as the schema does: the value inside, or the codes of its problems. */
function read(schema: z.ZodType, wire: unknown): unknown {
  const result = schema.safeParse(wire);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message);
}

describe('the contract: ids are decimal strings, numbers are accepted on the way in', () => {
  test.each([
    ['169', 169],
    [169, 169],
    ['999999999999999', 999_999_999_999_999],
  ])('%j is %i', (wire, id) => {
    expect(read(ProposalIdField, wire)).toBe(id);
    expect(z.encode(ProposalIdField, id as never)).toBe(String(id));
  });

  test.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.5',
    '1e3',
    ' 1',
    '1\n',
    '0x1',
    'abc',
    '১২',
    '1000000000000000',
    '9'.repeat(400),
    "1' or '1'='1",
    0,
    -1,
    1.5,
    Number.NaN,
    2 ** 53,
    true,
    {},
  ])('%j is no id', (wire) => {
    expect(read(ProposalIdField, wire)).toEqual(['invalid']);
  });

  test('a list is neither an id nor a text, even when it holds one', () => {
    for (const list of [[], ['169'], [25], [[]]]) {
      expect(read(ProposalIdField, list)).toEqual(['invalid']);
      expect(read(TextField(256), list)).toEqual(['required']);
    }
  });

  test.each([undefined, null])('%j is a missing id', (wire) => {
    expect(read(ProposalIdField, wire)).toEqual(['required']);
  });
});

describe('the contract: instants are ISO 8601 UTC', () => {
  test('they go out with milliseconds and come back', () => {
    const instant = new Date('2024-02-29T23:59:59.999Z');
    expect(z.encode(InstantField, instant)).toBe('2024-02-29T23:59:59.999Z');
    expect(read(InstantField, '2024-02-29T23:59:59.999Z')).toEqual(instant);
  });
});

describe('section 9: calendar days', () => {
  test.each([
    ['2026-05-31', '2026-05-31'],
    ['2026/05/31', '2026-05-31'],
    ['31/05/2026', '2026-05-31'],
    [' 2026-05-31 ', '2026-05-31'],
  ])('%j is %s', (wire, date) => {
    expect(read(CalendarDateField, wire)).toBe(date);
    expect(z.encode(CalendarDateField, date as never)).toBe(date);
  });

  test.each([
    ['', 'required'],
    [undefined, 'required'],
    [null, 'required'],
    ['2026-02-30', 'date_malformed'],
    ['05/31/2026', 'date_malformed'],
    ['2026-05-31T00:00:00Z', 'date_malformed'],
  ])('%j is refused: %s', (wire, problem) => {
    expect(read(CalendarDateField, wire)).toEqual([problem]);
  });
});

describe('section 4: a status is a code on the wire and a word inside', () => {
  test.each([
    [1, 'drafted'],
    [2, 'published'],
    [3, 'locked'],
    [4, 'backed'],
    [5, 'funded'],
    [6, 'repaid'],
  ])('%i is %s', (code, status) => {
    expect(read(ProposalStatusField, code)).toBe(status);
    expect(z.encode(ProposalStatusField, status as never)).toBe(code);
  });

  test('status=2,3 filters a list', () => {
    expect(read(StatusFilterField, '2,3')).toEqual(['published', 'locked']);
    expect(z.encode(StatusFilterField, ['published', 'locked'])).toBe('2,3');
  });

  test.each(['', '0', '7', '2,', ',2', '2;3', '2, 3', 'published', '12'])('status=%s filters nothing', (wire) => {
    expect(read(StatusFilterField, wire)).toEqual(['invalid']);
  });
});

describe('section 5: text is required, composed, trimmed and measured in code points', () => {
  test.each([
    ['  two goats ', 'two goats'],
    ['cafe\u0301', 'caf\u00e9'],
    ['a\u0000b', 'ab'],
    ['🐐'.repeat(256), '🐐'.repeat(256)],
    ['\u0995\u09bf'.repeat(128), '\u0995\u09bf'.repeat(128)],
  ])('%j', (wire, stored) => {
    expect(read(TextField(256), wire)).toBe(stored);
  });

  test.each([
    ['', 'required'],
    [' \n\u0000', 'required'],
    [undefined, 'required'],
    [null, 'required'],
    [7, 'required'],
    [{}, 'required'],
    ['🐐'.repeat(257), 'too_long'],
    [`${'\u0995\u09bf'.repeat(128)}\u0982`, 'too_long'],
  ])('%j is refused: %s', (wire, problem) => {
    expect(read(TextField(256), wire)).toEqual([problem]);
  });

  test('optional text may be empty', () => {
    expect(read(TextField(256, { optional: true }), '  ')).toBe('');
  });

  test('a title is one line', () => {
    expect(read(TitleField(120), 'two\n\tgoats\u2028today')).toBe('two goats today');
    expect(read(TitleField(120), 'two\u202egoats')).toEqual(['bidi_override']);
    expect(read(TitleField(120), '')).toEqual(['required']);
    expect(read(TitleField(120), 'a'.repeat(121))).toEqual(['too_long']);
  });
});

describe('section 5: phones and e-mail addresses', () => {
  test.each([
    ['2025550110', '+12025550110'],
    ['8801712345678', '+8801712345678'],
  ])('%s is %s', (wire, phone) => {
    expect(read(PhoneField, wire)).toBe(phone);
  });

  test.each([
    ['', 'required'],
    [undefined, 'required'],
    ['12', 'phone_malformed'],
    ['+0123456789', 'phone_malformed'],
  ])('phone %j is refused: %s', (wire, problem) => {
    expect(read(PhoneField, wire)).toEqual([problem]);
  });

  test('an address is lower-cased', () => {
    expect(read(EmailField, ' Asha@Example.org ')).toBe('asha@example.org');
    expect(read(EmailField, '')).toEqual(['required']);
    expect(read(EmailField, 'asha@')).toEqual(['email_malformed']);
  });
});

describe('the contract: a page has 1 to 50 entries', () => {
  const Page = z.object(PageFields);
  test.each([
    ['1', 1],
    ['50', 50],
    [50, 50],
  ])('limit=%s', (wire, limit) => {
    expect(read(Page, { limit: wire })).toEqual({ limit });
  });

  test.each(['0', '51', '-1', '1.5', '', 'all', 'NaN', 'Infinity'])('limit=%s is refused', (wire) => {
    expect(Page.safeParse({ limit: wire }).success).toBe(false);
  });
});
