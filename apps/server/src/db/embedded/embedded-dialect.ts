import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Changes } from '../changes.ts';
import { SETS_OWN_LIMIT } from '../own-limit.ts';
import type { Rows } from './protocol.ts';
import type { ThreadClient } from './thread-client.ts';

/** The longest that a timer of Node takes. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const CHANGING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * A connection as Kysely sees it. All share a single real one, so each knows its own transaction: only statements sent
 * through it belong to that transaction.
 */
class EmbeddedConnection implements DatabaseConnection {
  readonly #thread: ThreadClient;
  readonly #answered: (text: string) => void;
  #transaction: number | undefined;
  /** The limit that the transaction of this connection has set, instead of the limit of all. */
  #limitMs: number | undefined;

  constructor(thread: ThreadClient, answered: (text: string) => void) {
    this.#thread = thread;
    this.#answered = answered;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, command, affectedRows } = await this.#query(sql, parameters);
    if (this.#transaction !== undefined && SETS_OWN_LIMIT.test(sql)) this.#limitMs = await this.#askLimit();
    this.#answered(sql);
    const changed = CHANGING_COMMANDS.has(command ?? '') ? { numAffectedRows: BigInt(affectedRows ?? 0) } : {};
    return { rows: rows as Row[], ...changed };
  }

  // oxlint-disable-next-line require-yield -- the interface demands a generator and this database has no cursors
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('the embedded database does not stream');
  }

  async begin(settings: TransactionSettings): Promise<void> {
    this.#transaction = await this.#thread.begin(settings);
    this.#answered('begin');
  }

  async end(kind: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    this.#transaction = undefined;
    this.#limitMs = undefined;
    await this.#thread.end(kind, transaction);
    this.#answered(kind);
  }

  #query(sql: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.#thread.query(sql, parameters, { transaction: this.#transaction, limitMs: this.#limitMs });
  }

  /** Reads the limit: PostgreSQL in WebAssembly keeps the setting and has no clock to hold a statement to it. */
  async #askLimit(): Promise<number> {
    const { rows } = await this.#query("select setting::int as ms from pg_settings where name = 'statement_timeout'");
    const [{ ms } = { ms: 0 }] = rows as Array<{ ms: number }>;
    return ms === 0 ? NO_LIMIT_MS : ms;
  }
}

class EmbeddedDriver implements Driver {
  readonly #thread: ThreadClient;
  readonly #changes: Changes;

  constructor(thread: ThreadClient, changes: Changes) {
    this.#thread = thread;
    this.#changes = changes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#thread, this.#changes.connection());
  }

  beginTransaction(connection: EmbeddedConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings);
  }

  commitTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#thread.close();
  }
}

/** Kysely on the database thread. The dialect that Kysely brings for PGlite ignores isolation levels. */
export class EmbeddedDialect implements Dialect {
  readonly #thread: ThreadClient;
  readonly #changes: Changes;

  constructor(thread: ThreadClient, changes: Changes) {
    this.#thread = thread;
    this.#changes = changes;
  }

  createDriver(): Driver {
    return new EmbeddedDriver(this.#thread, this.#changes);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}
