import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './all.ts';
import { NumberTextField, TitleField } from './text-fields.ts';

type Field = { readonly name: string; readonly schema: z.ZodType };

/** Every field of every request, also inside lists and choices, as `call.place.field`. */
const fields: readonly Field[] = ENDPOINTS.flatMap(({ name, body, query, params }) =>
  [body, query, params].flatMap((schema) => (schema ? fieldsOf(name, schema) : [])),
);

function fieldsOf(place: string, schema: z.ZodType): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, field]) => {
      const name = `${place}.${key}`;
      const inner = fieldsOf(name, field as z.ZodType);
      return inner.length > 0 ? inner : [{ name, schema: field as z.ZodType }];
    });
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => fieldsOf(place, option as z.ZodType));
  }
  if (schema instanceof z.ZodArray) {
    const inner = fieldsOf(place, schema.element as z.ZodType);
    return inner.length > 0 ? inner : [{ name: place, schema: schema.element as z.ZodType }];
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return fieldsOf(place, schema.unwrap() as z.ZodType);
  }
  return [];
}

/** Reads a text as the field does; undefined when the field refuses it. */
function read({ schema }: Field, text: string): unknown {
  const result = schema.safeParse(text);
  return result.success ? result.data : undefined;
}

/** Texts that are no words: never shown and never stored as they came. */
const OPAQUE: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.(userId|userAddress|address|proposalOwner|username)$/, 'who the caller is: compared, never stored'],
  [/\.(password|oldPassword|newPassword)$/, 'every character counts as it was typed'],
  [/\.(session|token|invitation|cursor|code|totp|recoveryCode)$/, 'handed out by us, compared and never stored'],
  [/\.passkey\./, 'bytes of an authenticator, whose signature is checked'],
  [/^signUp\.attributes\.phone_number$/, 'has to be the phone of the same body'],
  [/^(userExists|listDevInbox)\./, 'looked up in the form in which it would be stored'],
  [/\.(sendToMails|sendToMail)$/, 'each entry is judged by itself and answered as it was typed'],
  [
    /^(sendBackInvitations|sendCampaignInvite|sendThankYouEmail|sendThanksAfterRepaid|sendNewUpdateEmail)\./,
    'repeated',
  ],
  [/^(checkImport|importPeople)\.text$/, 'a file, whose cells are cleaned one by one'],
  [/^findStatementProgress\.key$/, 'compared with the header as it was sent'],
  [/^(uploadFile|readFile|readSlip|findReceipt)\./, 'a part of an address'],
];

/** An accent by itself, Bengali O in two halves, a letter that NFC takes apart, and a space at the end. */
const TYPED = 'Cafe\u0301 \u0995\u09c7\u09be \u09df ';
const STORED = 'Caf\u00e9 \u0995\u09cb \u09af\u09bc';

describe('security T31: free text is stored composed (NFC) and trimmed', () => {
  const words = fields.filter((field) => read(field, TYPED) !== undefined);

  test.each(words.filter(({ name }) => !OPAQUE.some(([pattern]) => pattern.test(name))))(
    '$name stores it so',
    (field) => {
      expect(read(field, TYPED)).toBe(STORED);
    },
  );

  test('every text field without trimming rules has its line, and no line is left over', () => {
    for (const [pattern, why] of OPAQUE)
      expect(
        words.some(({ name }) => pattern.test(name)),
        why,
      ).toBe(true);
  });

  test('the walk over the schemas finds the fields that people write in', () => {
    const names = words.map(({ name }) => name);
    for (const name of ['createProposal.title', 'updateProposal.description', 'sendMessage.text', 'updateMfi.slogan']) {
      expect(names).toContain(name);
    }
  });
});

describe('numbers that are typed as text are accepted in Latin, Bengali and Arabic digits', () => {
  const DIGITS = ['0123456789', '০১২৩৪৫৬৭৮৯', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];
  const inDigits = (text: string, digits: string) => text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? '');
  const KINDS = [
    {
      of: /(\.phone|^(signUp|confirmSignUp|resendCode)\.username)$/,
      typed: '+880 1712-345678',
      kept: '+8801712345678',
    },
    { of: /\.code$/, typed: '123 456', kept: '123456' },
    { of: /\.(startDate|endDate|from|to)$/, typed: '31/05/2026', kept: '2026-05-31' },
    { of: /\.(startDate|endDate|from|to)$/, typed: '2026/05/31', kept: '2026-05-31' },
    { of: /\.(accountNumber|reference)$/, typed: 'DBBL 007-12', kept: 'DBBL 007-12' },
  ];
  const cases = KINDS.flatMap(({ of, typed, kept }) =>
    fields
      .filter(({ name }) => of.test(name) && !/^(userExists|listDevInbox|setStatementMapping|findReceipt)\./.test(name))
      .map((field) => ({ ...field, typed, kept })),
  );

  test.each(cases)('$name, as in $typed', (field) => {
    for (const digits of DIGITS) expect(read(field, `\u2066${inDigits(field.typed, digits)}\u2069`)).toBe(field.kept);
  });

  test('the walk over the schemas finds each kind of field', () => {
    expect(cases.length).toBeGreaterThan(15);
  });
});

describe('security T12: one-line text cannot turn the line around', () => {
  const ONE_LINE =
    /\.(title|firstName|lastName|accountName|bankName|branch|imageAlt|alt)$|^(create|update)Campaign\.name$/;
  const REPEATED = /^send/;

  test.each(fields.filter(({ name }) => ONE_LINE.test(name) && !REPEATED.test(name)))(
    '$name refuses marks of direction',
    (field) => {
      expect(read(field, 'pay\u202eback')).toBeUndefined();
      expect(read(field, 'two\n\tlines')).toBe('two lines');
    },
  );

  test('a number loses such marks, since other programs add them', () => {
    expect(NumberTextField(20).parse('\u202d12\u202c34')).toBe('1234');
    expect(() => TitleField(20).parse('\u202d12\u202c34')).toThrow('bidi_override');
  });
});

test('R17.4: the length is that of the stored text, however it was typed', () => {
  expect(TitleField(4).parse('e\u0301'.repeat(4))).toBe('\u00e9'.repeat(4));
  expect(() => TitleField(4).parse('\u09df'.repeat(3))).toThrow('too_long');
});
