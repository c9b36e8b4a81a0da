import { z } from 'zod';
import { CALLS, type CallName } from './calls.ts';
import { Challenge } from './challenge.ts';
import { MoneyField } from './fields.ts';
import { LocalMoney } from './money-fields.ts';
import type { RefusalCode } from './refusals.ts';

/** The body of a call that takes a long list: its longest rows, in letters of four bytes, and as much again. */
export const LIST_BYTES_MAX = 4 * 1_048_576;

export type WireRequest = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
};

/**
 * One call of the HTTP contract.
 *
 * `access` is `public` where a visitor is answered too, `account` where a token is enough, and `signed_in` where the account
 * has to have its profile. `list` answers carry `nextCursor` beside `data`.
 * `onBehalf` marks the one call that staff may make with the owner's `userId`, `notActor` fields that elsewhere say who is
 * acting and here do not. `takes` and `gives` name the media types of a body and of an answer that are not JSON: a
 * picture, a file, a stream of events. `refreshCookie` is what the call does with it.
 *
 * `shared` is a read that answers every visitor alike: their answer is kept for a moment and has an ETag.
 *
 * The last two are for the document: `refuses` names every refusal that the call can answer beyond those of all its
 * kind (`refusalsOf`); every server test holds it against the answers. `example` is a request that is right.
 */
export type EndpointShape = {
  readonly access: 'public' | 'account' | 'signed_in';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly data: z.ZodType;
  readonly list?: true;
  /** The sum of the whole list stands beside it. */
  readonly total?: true;
  /** The sums of the whole list stand beside it, one for each currency. */
  readonly sums?: true;
  readonly shared?: true;
  readonly created?: true;
  /** The call answers 200 where everything in it was there before. */
  readonly knownBefore?: true;
  /** The call answers 202: the work follows. */
  readonly accepted?: true;
  readonly onBehalf?: true;
  readonly notActor?: readonly string[];
  /** More than the body of any form. */
  readonly bodyBytesMax?: number;
  readonly takes?: readonly [string, ...string[]];
  readonly gives?: readonly [string, ...string[]];
  /** A text in place of JSON, where the caller asks for it. */
  readonly orGives?: readonly [string, ...string[]];
  readonly refreshCookie?: 'set' | 'read' | 'rotated' | 'cleared';
  readonly summary: string;
  readonly refuses: readonly RefusalCode[];
  readonly example: WireRequest;
};

export type Endpoint<Name extends CallName = CallName, Shape extends EndpointShape = EndpointShape> = Shape & {
  readonly name: Name;
  readonly method: (typeof CALLS)[Name][0];
  readonly path: (typeof CALLS)[Name][1];
};

export function endpoint<const Name extends CallName, const Shape extends EndpointShape>(
  name: Name,
  shape: Shape,
): Endpoint<Name, Shape> {
  const [method, path] = CALLS[name];
  return { ...shape, name, method, path };
}

/** The JSON that answers a success. */
export function responseOf(call: EndpointShape): z.ZodType {
  const base = { success: z.literal(true), data: call.data };
  if (!call.list) return z.object(base);
  const list = { ...base, nextCursor: z.string().nullable() };
  return z.object({
    ...list,
    ...(call.total && { total: MoneyField }),
    ...(call.sums && { sums: z.array(LocalMoney) }),
  });
}

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined;
type Wire<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The values a handler receives and gives, after decoding. */
export type ParamsOf<E extends EndpointShape> = Decoded<E['params']>;
export type QueryOf<E extends EndpointShape> = Decoded<E['query']>;
export type BodyOf<E extends EndpointShape> = Decoded<E['body']>;
export type DataOf<E extends EndpointShape> = z.output<E['data']>;

/** The values that cross the network, as the browser sees them. */
export type WireParamsOf<E extends EndpointShape> = Wire<E['params']>;
export type WireQueryOf<E extends EndpointShape> = Wire<E['query']>;
export type WireBodyOf<E extends EndpointShape> = Wire<E['body']>;
export type WireDataOf<E extends EndpointShape> = z.input<E['data']>;

/** The facts of a refused file: the line at fault, sums that do not add up, columns that have no name yet. */
const StatementFacts = {
  line: z.number().int().optional(),
  opening: z.string().optional(),
  lines: z.string().optional(),
  closing: z.string().optional(),
  headers: z.array(z.string()).optional(),
  sample: z.array(z.array(z.string())).optional(),
  proposal: z.record(z.string(), z.unknown()).optional(),
};

/** RFC 9457. `detail` is the sentence a person reads; `code` is stable. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  remainingAmount: z.number().optional(),
  maximumAmount: z.number().optional(),
  minimumAmount: z.number().optional(),
  /** With `unpaid_backings`: the unpaid sum, and the number of people who owe it. */
  unpaidAmount: z.number().optional(),
  unpaidBackers: z.number().int().optional(),
  /** With `paid_in_lately`: the credit that is not held back. */
  availableAmount: z.number().optional(),
  /** With `step_up_required`: the ways in which callers may prove who they are. */
  methods: z.array(z.enum(['passkey', 'totp', 'password'])).optional(),
  challenge: Challenge.optional(),
  /** With a batch that is refused: each request that may not be in it. */
  items: z.array(z.object({ kind: z.string(), id: z.string(), code: z.string() })).optional(),
  ...StatementFacts,
});
export type Problem = z.infer<typeof Problem>;
