import type { EndpointShape } from '@sathi/contract/endpoint.ts';
import type { SentenceKey } from '@sathi/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RefusalError } from '../errors/refusal-error.ts';

type FieldProblemEntry = { readonly path: string; readonly problem: string };
type Issue = z.core.$ZodIssue;
type Fields = Readonly<Record<string, unknown>>;

/** The values of a request, decoded by the contract. */
export type Values = {
  /** `params`, `query` and `body`, those that are right as a whole. */
  readonly parts: Fields;
  /** Every field of them that is right in itself, so that a rule can be asked although other fields are wrong. */
  readonly asked: Fields;
  /** The problem with the values, to be told last; null when all are right. */
  readonly problem: RefusalError | null;
};

/** The names by which a body may tell who is acting. That is judged before, so where a call has no such field they are left out. */
const ACTOR_NAMES = ['userId', 'userAddress', 'address', 'proposalOwner', 'username'];

/** The body of a call that takes none: it may come along empty. */
const NoBody = z.strictObject({}, { error: 'invalid' }).nullish();

/** The sentence for a body that is not there. */
const NO_BODY: SentenceKey = 'unsupported_media_type';

export function readValues(
  endpoint: EndpointShape,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): Values {
  const schemas = { params: endpoint.params, query: endpoint.query, body: endpoint.body ?? NoBody };
  const parts: Record<string, unknown> = {};
  const problems: FieldProblemEntry[] = [];
  let asked: Fields = {};
  for (const [part, schema] of Object.entries(schemas)) {
    if (!schema) continue;
    const given = withoutActor(endpoint, schema, request[part as keyof typeof schemas]);
    // A missing body lacks every field of it, and each is named.
    const sent = given ?? {};
    const result = schema.safeParse(sent);
    if (result.success) parts[part] = result.data;
    else problems.push(...fieldProblems(result.error));
    // A body that may be empty has to be there all the same, unless the call takes none.
    if (result.success && (given ?? null) === null && !schema.safeParse(given).success) {
      problems.push({ path: part, problem: NO_BODY });
    }
    asked = { ...(result.success ? (result.data as Fields) : readableFields(schema, sent)), ...asked };
  }
  problems.push(...Object.values(parts).flatMap(unkeepableProblems));
  asked = Object.fromEntries(Object.entries(asked).filter(([, value]) => !isUnkeepable(value)));
  return { parts, asked, problem: problemOf(endpoint, parts, problems) };
}

/** The part as it was sent, without who is acting; a call that is open to everybody judges nobody, and takes no such field. */
function withoutActor({ access, body }: EndpointShape, schema: z.ZodType, sent: unknown): unknown {
  if ((access === 'public' && body !== undefined) || typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return sent;
  const left = ACTOR_NAMES.filter((name) => Object.hasOwn(sent, name) && !hasField(schema, name));
  return left.length === 0 ? sent : Object.fromEntries(Object.entries(sent).filter(([name]) => !left.includes(name)));
}

function hasField(schema: z.ZodType, name: string): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasField(option as z.ZodType, name));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return hasField(schema.unwrap() as z.ZodType, name);
  return !(schema instanceof z.ZodObject) || Object.hasOwn(schema.shape, name);
}

/** The refusal for these problems; null without any. An id in the path that cannot be one is `not_found`. */
function problemOf(endpoint: EndpointShape, parts: Fields, problems: readonly FieldProblemEntry[]) {
  if (problems.length === 0) return null;
  return endpoint.params && (!('params' in parts) || isUnkeepable(parts.params))
    ? new RefusalError('not_found')
    : new RefusalError('invalid_request', { fields: problems });
}

function readableFields(schema: z.ZodType, sent: unknown): Fields {
  if (schema instanceof z.ZodUnion) {
    return Object.assign({}, ...schema.options.map((option) => readableFields(option as z.ZodType, sent)));
  }
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
      const result = field?.safeParse(value);
      return result?.success ? [[name, result.data]] : [];
    }),
  );
}

/** Texts that no column can hold, where a schema has not cleaned them: a NUL, and half of a pair of code units (`jsonb`). */
function unkeepableProblems(part: unknown): FieldProblemEntry[] {
  return Object.entries((part ?? {}) as object)
    .filter(([, value]) => isUnkeepable(value))
    .map(([path]) => ({ path, problem: 'invalid' }));
}

function isUnkeepable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  return typeof value === 'object' && value !== null && Object.values(value).some(isUnkeepable);
}

/** More than any form has fields; the names of unknown ones come from the sender, who shall not choose how much is answered. */
const PROBLEMS_MAX = 12;
const PATH_LENGTH_MAX = 40;

/** The problems of a body as codes with field paths, a bounded number of them; the error handler puts them into words. */
export function fieldProblems(error: z.ZodError): FieldProblemEntry[] {
  return error.issues
    .flatMap((issue) => problemsOf(issue, []))
    .slice(0, PROBLEMS_MAX)
    .map(({ path, problem }) => ({ path: path.slice(0, PATH_LENGTH_MAX), problem }));
}

/** The number of problems in these issues: all unknown fields are one issue, and each of them counts. */
function countOf(issues: readonly { readonly code: string }[]): number {
  return issues.reduce((sum, issue) => sum + ('keys' in issue ? (issue.keys as readonly string[]).length : 1), 0);
}

function problemsOf(issue: Issue, parents: readonly PropertyKey[]): FieldProblemEntry[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), problem: 'unknown_field' }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The form nearest to the sent value explains best.
    const nearest = issue.errors.toSorted((a, b) => countOf(a) - countOf(b))[0] ?? [];
    const nested = nearest.flatMap((inner) => problemsOf(inner as Issue, path));
    return nested.some((entry) => entry.path !== path.map(String).join('.')) || nested.length === 0
      ? nested
      : [{ path: path.map(String).join('.'), problem: issue.message }];
  }
  return [{ path: path.map(String).join('.'), problem: issue.message }];
}
