import { ENDPOINTS } from '@sathi/contract/all.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import { type JsonSchema, jsonSchemaOf } from '@sathi/contract/json-schema.ts';
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CHAIN_ROWS } from './matrix/chain-rows.ts';
import { LOAN_ROWS } from './matrix/loan-rows.ts';
import { MESSAGE_ROWS } from './matrix/message-rows.ts';
import { OFFICE_ROWS } from './matrix/office-rows.ts';
import { OTHER_ROWS } from './matrix/other-rows.ts';
import { ACTORS, type Cell, type Row, type Target, type Wire } from './matrix/table.ts';
import { useTargets } from './matrix/targets.ts';
import { UPDATE_ROWS } from './matrix/update-rows.ts';
import { type Answer, type Person, useWorld } from './world.ts';

const world = useWorld();
const { cast, prepare } = useTargets(world);
let serial = 500_000;

/** Each call as somebody who may make it, about something it can be made about. */
const ROWS = [...LOAN_ROWS, ...UPDATE_ROWS, ...MESSAGE_ROWS, ...OFFICE_ROWS, ...OTHER_ROWS, ...CHAIN_ROWS];
/** Another person than the caller is 403 before a value is looked at. */
const ACTOR_FIELDS = ['userId', 'userAddress', 'address', 'proposalOwner'];
/** The tests of the unread stream read it; an answer of it does not end. */
const WITHOUT_END = ['streamUnread', 'signOut'];
/** A value within its limits is told none of these; that it is not as stored, it may be told. */
const LIMIT_SENTENCES = Object.entries(en)
  .filter(([code]) =>
    /^(required|too_(long|short)|password_too_(long|short)|amount_.*|tokens_.*|.*malformed|months.*)$/.test(code),
  )
  .map(([, sentence]) => sentence);

type Part = 'query' | 'body';
type Limit = { readonly part: Part; readonly name: string; readonly what: string; readonly value: unknown };
type Limits = { readonly within: readonly Limit[]; readonly beyond: readonly Limit[] };

const letters = (length: number) => 'q7w9z3k1'.repeat(Math.ceil(length / 8)).slice(0, length);

/** A text of a length that the other words about it allow. */
function textOf({ format, pattern = '' }: JsonSchema, length: number): string {
  if (format === 'email') return `${letters(length - 12)}@example.org`;
  if (String(pattern).includes('fcm')) return `https://fcm.googleapis.com/${letters(length - 27)}`;
  if (String(pattern).includes('https?')) return `https://example.org/${letters(length - 20)}`;
  return letters(length);
}

function limitsOfField(
  schema: JsonSchema,
  sample: unknown,
): { within: [string, unknown][]; beyond: [string, unknown][] } {
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
  return { within, beyond };
}

function itemOf(items: JsonSchema, sample: unknown, index: number): unknown {
  if (items['type'] === 'object') return (sample as unknown[])[0];
  return items['anyOf'] ? String(index) : `person${index}@example.org`;
}

function limitsOf(call: Endpoint, wire: Wire): Limits {
  const found: { within: Limit[]; beyond: Limit[] } = { within: [], beyond: [] };
  for (const part of ['query', 'body'] as const) {
    const schema = call[part];
    if (schema === undefined) continue;
    const { properties = {}, anyOf = [] } = jsonSchemaOf(schema, part) as Record<string, any>;
    const forms = [{ properties }, ...anyOf.filter((form: any) => form.type === 'object')];
    for (const [name, field] of forms.flatMap((form) => Object.entries<JsonSchema>(form.properties ?? {}))) {
      // A form of which the request has nothing is another call.
      if (ACTOR_FIELDS.includes(name) || (anyOf.length > 0 && wire[part]?.[name] === undefined)) continue;
      const { within, beyond } = limitsOfField(field, wire[part]?.[name]);
      for (const [what, value] of within) found.within.push({ part, name, what, value });
      for (const [what, value] of beyond) found.beyond.push({ part, name, what, value });
    }
  }
  return found;
}

/** The first of its ways that succeeds for anybody, with the person it does so for. */
function goodRowOf(name: string): { row: Row; target: Target | null; actor: (typeof ACTORS)[number] } | null {
  for (const row of ROWS.filter(({ call }) => call === name)) {
    const lines = row.on ? (Object.entries(row.on) as [Target, string][]) : ([[null, row.codes ?? '']] as const);
    for (const [target, codes] of lines) {
      const actor = ACTORS[codes.split(' ').findIndex((code) => Number(code) < 300)];
      if (actor !== undefined) return { row, target, actor };
    }
  }
  return null;
}

async function send({ method, path }: Endpoint, { query = {}, params = {}, body, bytes }: Wire, as: Person | null) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return world.call(method, `${url}?${search}`, { as, ...((body ?? bytes) && { body: body ?? bytes }) });
}

const problemsAt = ({ body }: Answer, name: string): string[] =>
  (body?.errors ?? [])
    .filter(({ path }: { path: string }) => path === name || path.startsWith(`${name}.`))
    .map(({ message }: { message: string }) => message);

const CALLS = ENDPOINTS.filter(({ name }) => !WITHOUT_END.includes(name)).flatMap((call) => {
  const good = goodRowOf(call.name);
  return good ? [[call.name, { call, ...good }] as const] : [];
});

test.each(CALLS)('%s takes each value up to the limit that the document names, and none beyond', async (_, found) => {
  const { call, row, target, actor } = found;
  const as = actor === 'V' ? null : cast.people[actor];
  const cell = async (): Promise<Cell> => ({
    ...(await prepare(target ?? 'missing')),
    campaignId: cast.campaignId,
    as,
    other: cast.other,
    serial: (serial += 1),
  });
  const wire = row.request(await cell());
  const { within, beyond } = limitsOf(call, wire);
  for (const { part, name, what, value } of beyond) {
    const answer = await send(call, { ...wire, [part]: { ...wire[part], [name]: value } }, as);
    const label = `${part} ${name} beyond ${what}: ${JSON.stringify(value).slice(0, 60)} ${JSON.stringify(answer.body)}`;
    expect(answer.body.code, label).toBe('invalid_request');
    expect(problemsAt(answer, name), label).not.toEqual([]);
  }
  for (const { part, name, what, value } of within) {
    const bent = { ...wire, [part]: { ...wire[part], [name]: value } };
    const label = `${part} ${name} at ${what}`;
    expect(readProblems(call[part] as z.ZodType, bent[part], name), label).toEqual([]);
    const answer = await send(call, bent, as);
    const told = problemsAt(answer, name).filter((message) => LIMIT_SENTENCES.includes(message));
    expect([answer.status < 500, told], label).toEqual([true, []]);
  }
  // The settings of the partner that every loan of these tests is at.
  if (target === null) await send(call, wire, as);
});

/** The answer may be about the state of things, once one of these requests has changed it. */
function readProblems(schema: z.ZodType, part: unknown, name: string): string[] {
  const sent = JSON.parse(JSON.stringify(part)) as unknown;
  const issues = schema.safeParse(sent).error?.issues ?? [];
  return issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
}

test.each(ENDPOINTS.filter(({ name }) => !WITHOUT_END.includes(name)).map((call) => [call.name, call] as const))(
  'the example of %s is read',
  async (_, call) => {
    for (const as of [cast.people.O, cast.people.S]) {
      const answer = await send(
        call,
        { ...(call.example as Wire), ...(call.takes && { bytes: Buffer.from('x') }) },
        as,
      );
      const told = (answer.body?.errors ?? []).map(({ message }: { message: string }) => message);
      expect(['malformed_request', 'unsupported_media_type']).not.toContain(answer.body?.code);
      expect(told.filter((message: string) => LIMIT_SENTENCES.includes(message))).toEqual([]);
    }
  },
);
