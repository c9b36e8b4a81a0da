import type { Dialect } from 'kysely';
import type { Changes } from './changes.ts';

/** Stops listening. */
export type Unlisten = () => Promise<void>;

/** How busy a database is now. */
export type DatabaseLoad = { readonly busy: number; readonly idle: number; readonly waiting: number };

/** The functions that both kinds of database offer below Kysely. */
export type Backend = {
  readonly kind: 'postgres' | 'pglite';
  readonly dialect: Dialect;
  readonly changes: Changes;
  listen(channel: string, onMessage: (payload: string) => void, onResync?: () => void): Promise<Unlisten>;
  readonly load: () => DatabaseLoad;
  /** Limits each statement from now on to the time that a request may wait; PostgreSQL holds that limit by itself. */
  limitStatements?(): void;
  /** The whole embedded database between two transactions; PostgreSQL has tools of its own. */
  readonly dump?: () => Promise<Uint8Array>;
  /** Ends the parts that the dialect does not end by itself. */
  close(): Promise<void>;
};
