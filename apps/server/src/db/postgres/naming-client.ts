import { createHash } from 'node:crypto';
import type pg from 'pg';
import { failedTransactionError, isOutdatedStatement, isReadOnly } from '../errors.ts';
import type { Watched } from './lost-line.ts';

/** Each named statement costs memory on every connection; later ones run without a name. */
const MAX_NAMED_STATEMENTS = 300;

/** The most statements to remember that were seen once and not again; at this number all of them are forgotten. */
const MAX_SEEN_ONCE = 2_000;

/**
 * The names of the statements of one database, by their texts: the same on all of its connections. A text gets its name when it
 * comes again: many, such as lists of any length, never do.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_NAMED_STATEMENTS) return known;
    const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    if (!this.#seenOnce.delete(name)) {
      if (this.#seenOnce.size >= MAX_SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(name);
      return undefined;
    }
    this.#names.set(text, name);
    return name;
  }
}

type Surroundings = {
  /** The names of prepared statements; null prepares none. */
  readonly names: StatementNames | null;
  /** Looks after the connection while a statement is on its way. */
  readonly watch: (text: string) => Watched;
  /** Called with each text that succeeded. */
  readonly answered: (text: string) => void;
};

/**
 * A pooled connection on which statements with parameters are prepared when they come again and then only bound and executed. Texts
 * without parameters go as they are, so that a migration may hold many statements.
 */
export class NamingClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames | null;
  readonly #watch: Surroundings['watch'];
  readonly #answered: (text: string) => void;
  #discard = false;

  constructor(client: pg.PoolClient, { names, watch, answered }: Surroundings) {
    this.#client = client;
    this.#names = names;
    this.#watch = watch;
    this.#answered = answered;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const name = values.length > 0 ? this.#names?.of(text) : undefined;
    const watched = this.#watch(text);
    const result = await this.#client
      .query({ text, values: [...values], ...(name && { name }) })
      .catch((error: unknown) => {
        // The next connection may lead to a server that takes changes.
        if (isOutdatedStatement(error) || isReadOnly(error)) this.#discard = true;
        throw error;
      })
      .finally(watched.stop);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error: nothing was written.
    if (text === 'commit' && result.command === 'ROLLBACK') {
      throw failedTransactionError();
    }
    this.#answered(text);
    return result;
  }

  release(): void {
    this.#client.release(this.#discard);
  }
}
