import { ENDPOINTS } from '@sathi/contract/all.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { afterEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { JUDGED_HERE } from '../http/openapi-judgements.ts';
import { bent, leaving, type Limit, limitsOf, type Way } from './documented-limits.ts';
import { type Try, triesOf } from './documented-limits-rows.ts';
import type { Asked } from './documented-limits-money.ts';
import { backToNow, subjectsIn } from './documented-limits-subjects.ts';
import type { Cell, Wire } from './matrix/table.ts';
import { useTargets } from './matrix/targets.ts';
import { type Answer, type Person, useWorld } from './world.ts';

const world = useWorld();
const { cast, prepare } = useTargets(world);
const subjects = subjectsIn(world);
let serial = 500_000;

/** The tests of the unread stream read it; an answer of it does not end. */
const WITHOUT_END = ['streamUnread', 'signOut'];
const OF_THE_CALLER = 'Another person than the caller is 403 before a value is looked at.';
const OF_THE_LOAN = 'A sum has refusals of its own, which tell what the loan still takes.';
/** Calls, or fields of them, that no request here gets as far as judging, so that their schemas alone are asked. */
const NOT_REACHED: Readonly<Record<string, string>> = {
  enterDebtTakeover: 'It is about a debt of three months, which no single call makes.',
  'findMe username': OF_THE_CALLER,
  'sendThankYouEmail username': OF_THE_CALLER,
  'sendThanksAfterRepaid username': OF_THE_CALLER,
  'backProposal amount': OF_THE_LOAN,
  'enterPayment amount': OF_THE_LOAN,
};
/** A value within its limits is told none of these; that it is not as stored, it may be told. */
const LIMIT_SENTENCES = Object.entries(en)
  .filter(([code]) =>
    /^(required|too_(long|short)|password_too_(long|short)|amount_.*|tokens_.*|.*malformed|months.*)$/.test(code),
  )
  .map(([, sentence]) => sentence);

async function ask({ row, target, actor }: Try): Promise<Asked> {
  const as = actor === 'V' ? null : cast.people[actor];
  const cell: Cell = {
    ...(await prepare(target ?? 'missing')),
    campaignId: cast.campaignId,
    as,
    other: cast.other,
    serial: (serial += 1),
  };
  return { wire: row.request(cell), as };
}

async function send({ method, path }: Endpoint, { query = {}, params = {}, body, bytes }: Wire, as: Person | null) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return world.call(method, `${url}?${search}`, { as, ...((body ?? bytes) && { body: body ?? bytes }) });
}

const isAt = (path: string, way: Way) => path === way.join('.') || path.startsWith(`${way.join('.')}.`);

const problemsAt = ({ body }: Answer, way: Way): string[] =>
  (body?.errors ?? [])
    .filter(({ path }: { path: string }) => isAt(path, way))
    .map(({ message }: { message: string }) => message);

const withLimit = (wire: Wire, { part, way, without, value }: Limit): Wire => ({
  ...wire,
  [part]: bent(leaving(wire[part], without), way, value),
});
const labelOf = ({ part, way, what, value }: Limit, answer?: Answer) =>
  `${part} ${way.join('.')} ${what}: ${JSON.stringify(value).slice(0, 60)} ${JSON.stringify(answer?.body ?? '')}`;

/** The first value beyond its limit that is not refused as one; empty where each is 422 and names its field. */
async function lettingThrough(call: Endpoint, { wire, as }: Asked): Promise<string[]> {
  for (const limit of limitsOf(call, wire).beyond) {
    const answer = await send(call, withLimit(wire, limit), as);
    const isRefused = answer.body?.code === 'invalid_request' && problemsAt(answer, limit.way).length > 0;
    const isLeftOut = `${call.name} ${limit.way.join('.')}` in NOT_REACHED;
    if (isRefused === isLeftOut) return [labelOf(limit, answer)];
  }
  return [];
}

/** The first way to make the call on which its values are judged, or what each way answered instead. */
async function reaching(call: Endpoint): Promise<{ readonly asked: Asked | null; readonly instead: string[] }> {
  const instead: string[] = [];
  for (const each of [subjects[call.name], ...triesOf(call.name).map((one) => () => ask(one))]) {
    if (each === undefined) continue;
    const asked = await each();
    const through = await lettingThrough(call, asked);
    if (through.length === 0) return { asked, instead };
    instead.push(...through);
  }
  return { asked: null, instead };
}

const CALLS = ENDPOINTS.filter(({ name }) => !WITHOUT_END.includes(name)).map((call) => [call.name, call] as const);

afterEach(() => backToNow(world));

test.each(CALLS)('%s takes each value up to the limit that the document names, and none beyond', async (name, call) => {
  const { asked, instead } = await reaching(call);
  // A call is either here or named above with its reason.
  expect(asked === null ? instead : []).toEqual(
    name in NOT_REACHED ? expect.arrayContaining([expect.any(String)]) : [],
  );
  const { wire, as } = asked ?? (await ask(triesOf(name)[0] as Try));
  const { within, beyond } = limitsOf(call, wire);
  for (const limit of beyond) {
    if (asked !== null) break;
    const sent = withLimit(wire, limit)[limit.part];
    expect((call[limit.part] as z.ZodType).safeParse(sent).success, labelOf(limit)).toBe(false);
  }
  for (const limit of within) {
    const sent = withLimit(wire, limit);
    const isJudgedHere = limit.way.join('.') in (JUDGED_HERE[call.name] ?? {});
    if (!isJudgedHere) expect(readProblems(call, sent, limit), labelOf(limit)).toEqual([]);
    const answer = await send(call, sent, as);
    const told = problemsAt(answer, limit.way).filter((message) => !isJudgedHere && LIMIT_SENTENCES.includes(message));
    expect([answer.status < 500 || answer.status === 503, told], labelOf(limit, answer)).toEqual([true, []]);
  }
  // The settings of the partner that every loan of these tests is at.
  if (asked !== null) await send(call, wire, as);
});

/** The answer may be about the state of things, once one of these requests has changed it. */
function readProblems(call: Endpoint, wire: Wire, { part, way }: Limit): string[] {
  const sent = JSON.parse(JSON.stringify(wire[part])) as unknown;
  const issues = (call[part] as z.ZodType).safeParse(sent).error?.issues ?? [];
  return issues.filter(({ path }) => isAt(path.join('.'), way)).map(({ message }) => message);
}

test.each(CALLS)('the example of %s is read', async (_, call) => {
  for (const as of [cast.people.O, cast.people.S]) {
    const answer = await send(call, { ...(call.example as Wire), ...(call.takes && { bytes: Buffer.from('x') }) }, as);
    const told = (answer.body?.errors ?? []).map(({ message }: { message: string }) => message);
    expect(['malformed_request', 'unsupported_media_type']).not.toContain(answer.body?.code);
    expect(told.filter((message: string) => LIMIT_SENTENCES.includes(message))).toEqual([]);
  }
});
