import { z } from 'zod';
import { CALLS, type CallName } from './calls.ts';

/**
 * One call of the HTTP contract.
 *
 * `access` is `public` where a visitor is answered too. `list` answers carry `nextCursor` beside `data`.
 * `onBehalf` marks the one call that staff may make with the owner's `userId`. A `raw` call carries something else than JSON
 * in one direction: a picture, or a stream of events.
 */
export type EndpointShape = {
  readonly access: 'public' | 'signed_in';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly data: z.ZodType;
  readonly list?: true;
  readonly created?: true;
  /** Answered 202: the work follows. */
  readonly accepted?: true;
  readonly onBehalf?: true;
  readonly raw?: true;
  readonly summary: string;
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
  return call.list ? z.object({ ...base, nextCursor: z.string().nullable() }) : z.object(base);
}

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined;
type Wire<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives and gives, after decoding. */
export type ParamsOf<E extends EndpointShape> = Decoded<E['params']>;
export type QueryOf<E extends EndpointShape> = Decoded<E['query']>;
export type BodyOf<E extends EndpointShape> = Decoded<E['body']>;
export type DataOf<E extends EndpointShape> = z.output<E['data']>;

/** What crosses the network, as the browser sees it. */
export type WireParamsOf<E extends EndpointShape> = Wire<E['params']>;
export type WireQueryOf<E extends EndpointShape> = Wire<E['query']>;
export type WireBodyOf<E extends EndpointShape> = Wire<E['body']>;
export type WireDataOf<E extends EndpointShape> = z.input<E['data']>;

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
});
export type Problem = z.infer<typeof Problem>;
