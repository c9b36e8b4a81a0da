import { createHash } from 'node:crypto';
import type pg from 'pg';
import { failedTransactionError } from '../errors.ts';

/** Each named statement costs memory on every connection; what comes after this many runs without a name. */
const MAX_NAMED_STATEMENTS = 300;

const names = new Map<string, string>();

/** The same text has the same name in every process and on every connection. */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known;
  const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * A pooled connection on which statements with parameters are prepared once and then only bound and executed. Texts
 * without parameters go as they are, so that a migration may hold many statements.
 */
export class NamingClient {
  readonly #client: pg.PoolClient;
  readonly #prepare: boolean;
  #discard = false;

  constructor(client: pg.PoolClient, options: { readonly prepare: boolean }) {
    this.#client = client;
    this.#prepare = options.prepare;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const name = this.#prepare && values.length > 0 ? statementName(text) : undefined;
    const result = await this.#client

      .query({ text, values: [...values], ...(name && { name }) })
      .catch((error: unknown) => {
        // "cached plan must not change result type": a migration changed a table under a prepared statement.
        if (error instanceof Error && 'code' in error && error.code === '0A000') this.#discard = true;
        throw error;
      });
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error: nothing was written.
    if (text === 'commit' && result.command === 'ROLLBACK') {
      throw failedTransactionError();
    }
    return result;
  }

  release(): void {
    this.#client.release(this.#discard);
  }
}
