/** Object identifiers of built-in types; they are the same in every PostgreSQL. */
const OID = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  timestamp: 1114,
  timestamptz: 1184,
  timestamptzArray: 1185,
  interval: 1186,
  numeric: 1700,
  numericArray: 1231,
} as const;

type Parser = (text: string) => unknown;

/** bigint as a number. @throws RangeError when the number would not be exact */
function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${text} is outside the safe integers`);
  return number;
}

const asText: Parser = (text) => text;
const asInstant: Parser = (text) => new Date(text);

/**
 * How a value leaves the database, the same on both drivers; their own defaults lose information (bigint as text, a
 * calendar day as local midnight, numeric as a float) or differ from each other. json and jsonb arrive parsed.
 */
export const scalarParsers: Readonly<Record<number, Parser>> = {
  [OID.int8]: safeInteger,
  [OID.date]: asText,
  [OID.timestamp]: asText,
  [OID.timestamptz]: asInstant,
  [OID.interval]: asText,
  [OID.numeric]: asText,
};

/** Array types and the scalar type of their elements. */
export const arrayElements: Readonly<Record<number, number>> = {
  [OID.int8Array]: OID.int8,
  [OID.dateArray]: OID.date,
  [OID.timestamptzArray]: OID.timestamptz,
  [OID.numericArray]: OID.numeric,
};
