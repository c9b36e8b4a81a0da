import { type DestinationStream, pino } from 'pino';
import { currentRequestId } from './request-id.ts';

/**
 * The fields of an error that may be written down. Databases repeat whole rows in `detail` and `where`, and rows hold
 * phones.
 */
const TOLD = ['code', 'constraint', 'table', 'routine', 'statusCode'] as const;

/** Marks the log of one request, whose lines name it already. */
const OF_REQUEST = Symbol('of a request');

/** JSON lines on standard output, or into `stream`, each with the request that it belongs to. */
export function createLog(level: string, stream?: DestinationStream): pino.Logger {
  const mixin = (_line: object, _level: number, log: object): object => {
    const requestId = OF_REQUEST in log ? null : currentRequestId();
    return requestId === null ? {} : { requestId };
  };
  const options = { level, serializers: { err: describeError }, mixin };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** Says of a log that its lines name their request by themselves. */
export function namesRequest<Log extends object>(log: Log): Log {
  return Object.assign(log, { [OF_REQUEST]: true });
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const known = new Map<string, unknown>(Object.entries(error));
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(TOLD.filter((name) => known.has(name)).map((name) => [name, known.get(name)])),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}
