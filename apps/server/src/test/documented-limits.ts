import type { Endpoint } from '@sathi/contract/endpoint.ts';
import { type JsonSchema, jsonSchemaOf } from '@sathi/contract/json-schema.ts';
import type { Wire } from './matrix/table.ts';

export type Part = 'query' | 'body';
/** A place in a part of a request: names of fields, and 0 for the first of a list. */
export type Way = readonly (string | number)[];
export type Limit = {
  readonly part: Part;
  readonly way: Way;
  /** The fields in whose place this one is sent. */
  readonly without: readonly string[];
  readonly what: string;
  readonly value: unknown;
};
export type Limits = { readonly within: readonly Limit[]; readonly beyond: readonly Limit[] };
type Values = { readonly within: [string, unknown][]; readonly beyond: [string, unknown][] };

/** Fields that name a person: another than the caller is 403 before a value is looked at. */
const ACTOR_FIELDS = ['userId', 'userAddress', 'address', 'proposalOwner'];

/** Each limit that the document names of a call: the value at it, and the first one beyond. */
export function limitsOf(call: Endpoint, wire: Wire): Limits {
  const found: { within: Limit[]; beyond: Limit[] } = { within: [], beyond: [] };
  for (const part of ['query', 'body'] as const) {
    const schema = call[part];
    if (schema === undefined) continue;
    const printed = jsonSchemaOf(schema, part);
    for (const [way, field] of fieldsOf(printed, wire[part], [])) {
      const without = othersOf(printed, way[0]);
      const { within, beyond } = limitsOfField(field, at(wire[part], way));
      for (const [what, value] of within) found.within.push({ part, way, without, what, value });
      for (const [what, value] of beyond) found.beyond.push({ part, way, without, what, value });
    }
  }
  return found;
}

/** Every field of a value with its place, also those within others. `sample` is a value that is right. */
function fieldsOf(schema: JsonSchema, sample: unknown, way: Way): [Way, JsonSchema][] {
  const { properties = {}, anyOf = [], items } = schema as Record<string, any>;
  if (items?.type === 'object') return fieldsOf(items, (sample as unknown[] | undefined)?.[0], [...way, 0]);
  const forms: JsonSchema[] = anyOf.filter((form: JsonSchema) => form['type'] === 'object' || form['items']);
  // A form of which the request has nothing is another call.
  const isOneOf = forms.length > 1;
  const names = Object.entries<JsonSchema>(properties).filter(
    ([name]) => way.length > 0 || !ACTOR_FIELDS.includes(name),
  );
  return [
    ...names.flatMap(([name, field]): [Way, JsonSchema][] => {
      const within = [...way, name];
      return [[within, field], ...fieldsOf(field, (sample as Record<string, unknown> | undefined)?.[name], within)];
    }),
    ...forms.flatMap((form) =>
      fieldsOf(form, sample, way).filter(([found]) => !isOneOf || at(sample, found.slice(way.length)) !== undefined),
    ),
  ];
}

/** The value at a place. */
export function at(value: unknown, way: Way): unknown {
  return way.reduce((inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step], value);
}

/** The fields of the forms without this field, where exactly one of several forms is sent. */
function othersOf({ oneOf = [] }: JsonSchema, name: unknown): string[] {
  const forms = (oneOf as readonly { readonly required?: readonly string[] }[]).map(({ required = [] }) => required);
  const own = forms.filter((form) => form.includes(String(name)));
  if (own.length === 0) return [];
  return forms.flat().filter((each) => !own.some((form) => form.includes(each)));
}

/** A copy without these fields. */
export function leaving(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return value;
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.includes(name)));
}

/** A copy with another value at a place; what is not there on the way is made. */
export function bent(value: unknown, [step, ...rest]: Way, put: unknown): unknown {
  if (step === undefined) return put;
  const inner = bent((value as Record<string | number, unknown> | undefined)?.[step], rest, put);
  if (typeof step !== 'number') return { ...(value as object | undefined), [step]: inner };
  return [inner, ...((value as unknown[] | undefined) ?? []).slice(1)];
}

const letters = (length: number) => 'q7w9z3k1'.repeat(Math.ceil(length / 8)).slice(0, length);

/** A text of a length that the other words about it allow. */
function textOf({ format, pattern = '' }: JsonSchema, length: number): string {
  if (format === 'email') return `${letters(length - 12)}@example.org`;
  if (String(pattern).includes('fcm')) return `https://fcm.googleapis.com/${letters(length - 27)}`;
  if (String(pattern).includes('https?')) return `https://example.org/${letters(length - 20)}`;
  return letters(length);
}

function limitsOfField(schema: JsonSchema, sample: unknown): Values {
  const { anyOf, minimum, maximum, minLength, maxLength, maxItems, minItems, items } = schema as Record<string, any>;
  const within: [string, unknown][] = [];
  const beyond: [string, unknown][] = [];
  for (const each of anyOf ?? []) {
    const nested = limitsOfField(each, sample);
    within.push(...nested.within);
    beyond.push(...nested.beyond);
  }
  const add = (what: string, limit: number | undefined, step: number, make: (count: number) => unknown) => {
    if (limit === undefined) return;
    within.push([`${what} ${limit}`, make(limit)]);
    if (limit + step >= 0 || what === 'minimum') beyond.push([`${what} ${limit}`, make(limit + step)]);
  };
  const text = (length: number) => textOf(schema, length);
  add('minimum', minimum, -1, Number);
  add('maximum', maximum, 1, Number);
  // A format is longer than the shortest text that has it.
  if (schema['format'] === undefined) add('minLength', minLength, -1, text);
  if (schema['format'] === 'cursor') beyond.push([`maxLength ${maxLength}`, text(maxLength + 1)]);
  else add('maxLength', maxLength, 1, text);
  const list = (count: number) => Array.from({ length: count }, (_, index) => itemOf(items ?? {}, sample, index + 1));
  add('minItems', minItems, -1, list);
  add('maxItems', maxItems, 1, list);
  // A list of things that the request does not show is only sent with too few or too many of them.
  if (items?.type === 'object' && sample === undefined) within.length = 0;
  return { within, beyond };
}

function itemOf(items: JsonSchema, sample: unknown, index: number): unknown {
  if (items['type'] === 'object') return (sample as unknown[] | undefined)?.[0] ?? {};
  if (Array.isArray(items['enum'])) return items['enum'][index % items['enum'].length];
  return items['anyOf'] ? String(index) : `person${index}@example.org`;
}
