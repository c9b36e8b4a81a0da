import type { TransactionSettings } from 'kysely';
import type { Storage } from './open-pglite.ts';

/**
 * Requests of the main thread to the database thread. `deadlineMs` is a wall-clock instant after which the caller has
 * given up.
 */
export type Work =
  | { kind: 'query'; sql: string; parameters: readonly unknown[]; transaction?: number; deadlineMs: number }
  | { kind: 'begin'; settings: TransactionSettings; transaction: number; deadlineMs: number }
  | { kind: 'commit' | 'rollback'; transaction: number }
  | { kind: 'listen' | 'unlisten'; channel: string }
  | { kind: 'maintain' | 'dump' | 'close' };

export type Request = Work & { readonly id: number };

export type Rows = { readonly rows: readonly unknown[]; readonly command?: string; readonly affectedRows?: number };

/** An error is taken apart for the journey and put together on arrival. */
export type WireError = { readonly message: string; readonly fields: Readonly<Record<string, string>> };

export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly result: Rows | Uint8Array | null }
  | { readonly kind: 'failed'; readonly id: number; readonly error: WireError }
  /** The request was not begun, because its caller has given up. */
  | { readonly kind: 'dropped'; readonly id: number }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string };

export type ThreadOptions = { readonly storage: Storage; readonly idleInTransactionMs: number };

/** The fields of a PostgreSQL error beside its sentence; the names are those of the `pg` driver. */
const ERROR_FIELDS = [
  'code',
  'constraint',
  'detail',
  'hint',
  'severity',
  'schema',
  'table',
  'column',
  'where',
] as const;

export function toWire(error: unknown): WireError {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const known = new Map<string, unknown>(Object.entries(error));
  const fields: Record<string, string> = {};
  for (const name of ERROR_FIELDS) {
    const value = known.get(name);
    if (typeof value === 'string') fields[name] = value;
  }
  return { message: error.message, fields };
}

export function fromWire({ message, fields }: WireError): Error {
  return Object.assign(new Error(message), fields);
}
