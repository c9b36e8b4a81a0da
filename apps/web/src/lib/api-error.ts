/** The server refused, met a fault, or could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when nothing answered. */
  readonly status: number;
  /** The stable code of the refusal; `network` when nothing answered, `unexpected` when the answer made no sense. */
  readonly code: string;
  /** The server's sentence in the reader's language; empty when it sent none. */
  readonly detail: string;
  readonly errors: readonly { path: string; message: string }[];
  /** What the refusal says beyond the standard fields, such as `remainingAmount`. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** Seconds of `Retry-After`, when sent. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Partial<Omit<ApiError, 'name'>> & { status: number; code: string }) {
    super(problem.detail || problem.code);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail ?? '';
    this.errors = problem.errors ?? [];
    this.extras = problem.extras ?? {};
    this.retryAfterSeconds = problem.retryAfterSeconds ?? null;
  }

  /** The server's message for one field of the body or query, when it refused that field. */
  messageFor(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message;
  }
}

/**
 * True when the server may or may not have done it: the same thing may be sent again under the same key. Also while the
 * first try is still being worked on, when a limit was met before the key was looked at, and when something else on
 * the way answered, as the sign-in page of a hot spot does.
 */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return (
    status === 0 ||
    status === 401 ||
    status === 429 ||
    status >= 500 ||
    code === 'request_in_progress' ||
    code === 'unexpected'
  );
}

export async function errorFrom(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  const {
    type: _type,
    title: _title,
    status: _status,
    detail,
    code,
    errors,
    ...extras
  } = (problem ?? {}) as Record<string, unknown>;
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiError({
    status: response.status,
    code: typeof code === 'string' ? code : 'unexpected',
    detail: typeof detail === 'string' ? detail : '',
    errors: Array.isArray(errors) ? (errors as { path: string; message: string }[]) : [],
    extras,
    retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
  });
}
