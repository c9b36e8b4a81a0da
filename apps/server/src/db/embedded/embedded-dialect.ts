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
import type { ThreadClient } from './thread-client.ts';

const CHANGING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * A connection as Kysely sees it. All share a single real one, so each knows its own transaction: only statements sent
 * through it belong to that transaction.
 */
class EmbeddedConnection implements DatabaseConnection {
  readonly #thread: ThreadClient;
  readonly #answered: (text: string) => void;
  #transaction: number | undefined;

  constructor(thread: ThreadClient, answered: (text: string) => void) {
    this.#thread = thread;
    this.#answered = answered;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, command, affectedRows } = await this.#thread.query(sql, parameters, this.#transaction);
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
    await this.#thread.end(kind, transaction);
    this.#answered(kind);
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
