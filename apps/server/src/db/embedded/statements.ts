import { parse, type PGlite, protocol, type Results } from '@electric-sql/pglite';
import { isOutdatedStatement } from '../errors.ts';

const { serialize } = protocol;

/** More texts than the product has; those made up for a request, as lists of any length, push each other out. */
const KEPT_MAX = 400;

type Kept = {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  /** How the rows look, which PostgreSQL tells once. */
  readonly described: Parameters<typeof parse.parseResults>[0];
};

/**
 * Statements that the one connection has parsed, and may have planned: of a query over many tables that takes most of the
 * time. PostgreSQL decides after five runs whether one plan is good for all values.
 */
export class Statements {
  readonly #database: PGlite;
  readonly #kept = new Map<string, Kept>();
  #named = 0;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** @throws DatabaseError what PostgreSQL says of it */
  async run(sql: string, parameters: readonly unknown[]): Promise<Results | undefined> {
    const kept = await this.#keep(sql);
    const values = parameters.map((value, index) => this.#written(value, kept.parameterTypes[index] ?? 0));
    try {
      const answers = await this.#send(serialize.bind({ statement: kept.name, values }), serialize.execute({}));
      return parse.parseResults([...kept.described, ...answers], this.#database.parsers)[0];
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error;
      await this.#forget(sql, kept);
      // A transaction that is open has failed with it.
      if (this.#database.isInTransaction()) throw error;
      return this.run(sql, parameters);
    }
  }

  /** The one used last is at the end. */
  async #keep(sql: string): Promise<Kept> {
    const kept = this.#kept.get(sql) ?? (await this.#parse(sql));
    this.#kept.delete(sql);
    this.#kept.set(sql, kept);
    const [oldest] = this.#kept;
    if (oldest && this.#kept.size > KEPT_MAX) await this.#forget(...oldest);
    return kept;
  }

  async #parse(text: string): Promise<Kept> {
    this.#named += 1;
    const name = `s${this.#named}`;
    const described = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    return { name, parameterTypes: parse.parseDescribeStatementResults(described), described };
  }

  async #forget(sql: string, { name }: Kept): Promise<void> {
    this.#kept.delete(sql);
    await this.#send(serialize.close({ type: 'S', name }));
  }

  #send(...messages: readonly Uint8Array[]): Promise<Kept['described']> {
    return this.#database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]));
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = this.#database.serializers[type];
    // Types without one, as an address or an interval, are given as texts.
    return serializer ? serializer(value) : (value as string | number).toString();
  }
}
