import type { Dialect } from 'kysely';

/** Stops listening. */
export type Unlisten = () => Promise<void>;

/** The functions that both kinds of database offer below Kysely. */
export type Backend = {
  readonly kind: 'postgres' | 'pglite';
  readonly dialect: Dialect;
  listen(channel: string, onMessage: (payload: string) => void, onResync?: () => void): Promise<Unlisten>;
  /** Limits each statement from now on to the time that a request may wait; PostgreSQL holds that limit by itself. */
  limitStatements?(): void;
  /** Ends the parts that the dialect does not end by itself. */
  close(): Promise<void>;
};
