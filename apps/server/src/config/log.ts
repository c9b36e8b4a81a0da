import { type DestinationStream, pino } from 'pino';

/**
 * The fields of an error that may be written down. Databases repeat whole rows in `detail` and `where`, and rows hold
 * phones.
 */
const TOLD = ['code', 'constraint', 'table', 'routine', 'statusCode'] as const;

/** JSON lines on standard output, or into `stream`. */
export function createLog(level: string, stream?: DestinationStream): pino.Logger {
  const options = { level, serializers: { err: describeError } };
  return stream === undefined ? pino(options) : pino(options, stream);
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
