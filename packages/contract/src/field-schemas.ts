import { YEAR_MAX, YEAR_MIN } from '@sathi/domain/calendar-date.ts';
import type { JsonSchema } from './json-schema.ts';

/** How the fields of `fields.ts` stand in the document: what their functions take, in the words of JSON Schema. */
const text = (schema: JsonSchema): JsonSchema => ({ type: 'string', ...schema });

/** The controls and the characters that no eye sees, and the marks that reorder a line. */
const UNSEEN =
  '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8';
const REORDERING = '\\u202a-\\u202e\\u2066-\\u2069';

/** The schema of a text that is kept as it was sent, without NUL, which a database does not hold. */
export function plainSchema(lengthMax: number, lengthMin = 0): JsonSchema {
  return text({ ...(lengthMin > 0 && { minLength: lengthMin }), maxLength: lengthMax, pattern: '^[^\\u0000]*$' });
}

/** The schema of a text that is cleaned before it is kept, so that a text of invisible characters counts as empty. */
export function textSchema(lengthMax: number, optional = false): JsonSchema {
  return text(optional ? { maxLength: lengthMax } : { minLength: 1, maxLength: lengthMax, pattern: `[^${UNSEEN}]` });
}

export function titleSchema(lengthMax: number, optional = false): JsonSchema {
  const rest = `[^${REORDERING}]*`;
  const pattern = optional ? `^${rest}$` : `^${rest}[^${UNSEEN}]${rest}$`;
  return text({ ...(!optional && { minLength: 1 }), maxLength: lengthMax, pattern });
}

export const ID_MAX = 999_999_999_999_999;
const ID_TEXT = text({ pattern: '^[1-9][0-9]{0,14}$', examples: ['169'] });
export const ID_SCHEMAS = {
  body: { anyOf: [ID_TEXT, { type: 'integer', minimum: 1, maximum: ID_MAX }] },
  query: ID_TEXT,
  answer: ID_TEXT,
};

/** A caller may leave it empty. */
const ACTOR_TEXT = text({ pattern: '^([1-9][0-9]{0,14})?$' });
export const ACTOR_SCHEMAS = {
  ...ID_SCHEMAS,
  body: { anyOf: [ACTOR_TEXT, { type: 'integer', minimum: 1, maximum: ID_MAX }] },
  query: ACTOR_TEXT,
};

/** Dollars from one whole sum to another, both below a thousand million. */
export function amountSchema(dollarsMin: number, dollarsMax: number): JsonSchema {
  const digits = String(dollarsMax).split('.')[0]?.length ?? 1;
  const whole = dollarsMin > 0 ? `[1-9][0-9]{0,${digits - 2}}` : `[0-9]{1,${digits}}`;
  return {
    anyOf: [
      { type: 'number', minimum: dollarsMin, maximum: dollarsMax, multipleOf: 0.01 },
      text({ pattern: `^${whole}(\\.[0-9]{1,2})?$` }),
    ],
  };
}

const YEAR = `(${String(YEAR_MIN).slice(0, 2)}|${String(YEAR_MAX).slice(0, 1)}[0-9])[0-9]{2}`;
const MONTHS = { all: '(0[1-9]|1[0-2])', longer: '(0[13-9]|1[0-2])', longest: '(0[13578]|1[02])' };
const DAYS = { all: '(0[1-9]|1[0-9]|2[0-8])', longer: '(29|30)', longest: '31' };
const LENGTHS = ['all', 'longer', 'longest'] as const;
const monthAndDay = (by: string) => `(${LENGTHS.map((each) => `${MONTHS[each]}${by}${DAYS[each]}`).join('|')})`;
const dayAndMonth = `(${LENGTHS.map((each) => `${DAYS[each]}/${MONTHS[each]}`).join('|')})`;
const FORMS = [`${YEAR}-${monthAndDay('-')}`, `${YEAR}/${monthAndDay('/')}`, `${dayAndMonth}/${YEAR}`];

export const DAY_SCHEMAS = {
  body: text({
    pattern: `^(${FORMS.join('|')})$`,
    description: `YYYY-MM-DD, YYYY/MM/DD or DD/MM/YYYY, from ${YEAR_MIN} to ${YEAR_MAX}; in a leap year 29 February too.`,
    examples: ['2026-05-31'],
  }),
  answer: text({ format: 'date' }),
};

export const PHONE_SCHEMA = text({
  pattern: '^(\\+?[1-9][0-9]{7,14}|[0-9]{10})$',
  description: 'With its country code; ten digits are a number of North America.',
  examples: ['+8801712345678'],
});
const NOT_IN_EMAIL = `${UNSEEN}@<>"(),:;\\\\\\[\\]`;
/** Every address has a dot in its domain, and two letters or more after it. */
export const EMAIL_SCHEMA = text({
  format: 'email',
  minLength: 6,
  maxLength: 254,
  pattern: `^[^${NOT_IN_EMAIL}]+@[^${NOT_IN_EMAIL}]+\\.[^${NOT_IN_EMAIL}.]{2,}$`,
  examples: ['asha@example.org'],
});

/** `https` or `http`, a public host. */
export function linkSchema(optional: boolean): JsonSchema {
  const link = 'https?://(?=[a-z0-9.-]{1,253}(/|$))[a-z0-9-]+(\\.[a-z0-9-]+)*\\.[a-z]{2,}(/[!-\\[\\]-~]*)?';
  return text({ format: 'uri', maxLength: 2048, pattern: optional ? `^(${link})?$` : `^${link}$` });
}

export const ADDRESS_SCHEMA = { type: ['string', 'null'], maxLength: 200, pattern: '^[^\\u0000]*$' };
/** A list in JSON that begins with the name of a sort, as base64url. */
export const CURSOR_SCHEMA = text({
  maxLength: 400,
  format: 'cursor',
  pattern: '^(WyJ[A-Za-z0-9_-]*)?$',
  description: 'The `nextCursor` of the page before, as it was given; empty for the first page. Any other is refused.',
});
