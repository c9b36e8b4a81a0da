import type { Dialect } from 'kysely';

/** Stops listening. */
export type Unlisten = () => Promise<void>;

/** What both kinds of database offer below Kysely. */
export type Backend = {
  readonly kind: 'postgres' | 'pglite';
  readonly dialect: Dialect;
  listen(channel: string, onMessage: (payload: string) => void, onResync?: () => void): Promise<Unlisten>;
  /** Ends what the dialect does not end by itself. */
  close(): Promise<void>;
};
