import type { Problem } from '@sathi/contract/endpoint.ts';
import { REFUSAL_STATUS, type RefusalCode } from '@sathi/contract/refusals.ts';
import { type LocalSum, writeLocal } from '@sathi/domain/local-money.ts';
import { dollarsOf } from '@sathi/domain/money.ts';
import { intlTag, localFormat } from '@sathi/texts/figures.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  isCheckViolation,
  isForeignKeyViolation,
  isOverloaded,
  isUnavailable,
  isUniqueViolation,
} from '../db/errors.ts';
import { StorageDownError } from '../outside/outside.ts';
import { ChainDownError, ChainValueError } from '../outside/chain-port.ts';
import { RefusalError, type RefusalExtras } from '../errors/refusal-error.ts';
import { ReplayedAnswer } from './idempotency.ts';
import { languageOf } from './language.ts';
import { formatUsd, sentence } from './sentences.ts';

/** Refusals of the framework before a handler runs. */
const FRAMEWORK_REFUSALS: Readonly<Record<number, RefusalCode>> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'payload_too_large',
  // Part of a path that is longer than any id.
  414: 'not_found',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'overloaded',
};
const DEFAULT_RETRY_SECONDS = 2;

/** The only place that turns an error into a response. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ReplayedAnswer) {
    void reply.header('idempotent-replayed', 'true').code(error.answer.status).send(error.answer.response);
    return;
  }
  const { code, extras } = refusalOf(error);
  if (code === 'internal_error') request.log.error({ err: error }, 'unexpected error');
  else if (isUnavailable(error)) request.log.error({ err: error }, 'the database is not there');
  else if (error instanceof StorageDownError) request.log.error({ err: error }, 'the storage is not there');
  else if (code === 'chain_unavailable') request.log.warn({ err: error }, 'the chain is not there');
  else if (code === 'conflict') request.log.warn({ constraint: constraintOf(error) }, 'refused by the database');
  else request.log.info({ refusal: code }, 'refused');
  sendProblem(request, reply, code, extras);
}

function refusalOf(error: FastifyError | Error): { code: RefusalCode; extras: RefusalExtras } {
  if (error instanceof RefusalError) return { code: error.code, extras: error.extras };
  if (isOverloaded(error)) return { code: 'overloaded', extras: {} };
  if (error instanceof ChainDownError) return { code: 'chain_unavailable', extras: {} };
  if (error instanceof ChainValueError) return { code: 'chain_invalid_value', extras: {} };
  // The database is the second wall; another request has outrun the rule that let this one through.
  if (isUniqueViolation(error) || isCheckViolation(error) || isForeignKeyViolation(error)) {
    return { code: 'conflict', extras: {} };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  return { code: FRAMEWORK_REFUSALS[status] ?? (status < 500 ? 'malformed_request' : 'internal_error'), extras: {} };
}

/** The name alone: the details that come with it repeat rows, and rows hold phones and addresses. */
function constraintOf(error: object): unknown {
  return 'constraint' in error ? error.constraint : undefined;
}

/** RFC 9457 in the language of `Accept-Language`. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: RefusalCode,
  extras: RefusalExtras = {},
): void {
  const language = languageOf(request.headers['accept-language']);
  const status = REFUSAL_STATUS[code];
  const { remainingCents, maximumCents, minimumCents, words, path, methods, facts, fields, challenge } = extras;
  const { unpaidCents, unpaidBackers, maximumLocal, minimumLocal } = extras;
  const local = ({ amount, currency }: LocalSum) => localFormat(intlTag(language))(writeLocal(amount), currency);
  const retryAfterSeconds = extras.retryAfterSeconds ?? (status === 503 ? DEFAULT_RETRY_SECONDS : undefined);
  const detail = sentence(language, code, {
    ...words,
    ...(remainingCents !== undefined && { remaining: formatUsd(language, remainingCents) }),
    ...(maximumCents !== undefined && { maximum: formatUsd(language, maximumCents) }),
    ...(maximumLocal && { maximum: local(maximumLocal) }),
    ...(minimumCents !== undefined && { minimum: formatUsd(language, minimumCents) }),
    ...(minimumLocal && { minimum: local(minimumLocal) }),
    ...(unpaidCents !== undefined && { unpaid: formatUsd(language, unpaidCents) }),
    ...(retryAfterSeconds !== undefined && { seconds: retryAfterSeconds }),
  });
  const problem: Problem = {
    type: `urn:sathi:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status,
    detail,
    code,
    ...(fields && { errors: fields.map(({ path, problem }) => ({ path, message: sentence(language, problem) })) }),
    ...(path !== undefined && { errors: [{ path, message: detail }] }),
    ...(remainingCents !== undefined && { remainingAmount: dollarsOf(remainingCents) }),
    ...(maximumCents !== undefined && { maximumAmount: dollarsOf(maximumCents) }),
    ...(minimumCents !== undefined && { minimumAmount: dollarsOf(minimumCents) }),
    ...(unpaidCents !== undefined && { unpaidAmount: dollarsOf(unpaidCents) }),
    ...(unpaidBackers !== undefined && { unpaidBackers }),
    ...(methods && { methods: [...methods] }),
    ...(challenge && { challenge }),
    ...facts,
  };
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  void reply.code(status).type('application/problem+json').serializer(JSON.stringify).send(problem);
}
