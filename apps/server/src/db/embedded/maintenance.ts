import type { PGlite } from '@electric-sql/pglite';

/** How often to look whether there is enough to tidy up. */
export const MAINTENANCE_INTERVAL_MS = 60_000;
const WORTHWHILE_LOG_BYTES = 32 * 1024 * 1024;

/**
 * Does the work of a server's background processes, which this one process lacks: without checkpoints the write-ahead
 * log grows without end and a restart replays all of it, without vacuum every changed row stays for ever. It takes a
 * fraction of a second, in which all other work waits, so it runs only after much has been written.
 */
export class Maintenance {
  readonly #database: PGlite;
  #doneAtByte = 0;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** @returns whether it was worthwhile */
  async run(worthwhileBytes: number = WORTHWHILE_LOG_BYTES): Promise<boolean> {
    const writtenBytes = await this.#logPosition();
    if (writtenBytes - this.#doneAtByte < worthwhileBytes) return false;
    await this.#database.exec('vacuum (analyze)');
    await this.#database.exec('checkpoint');
    this.#doneAtByte = await this.#logPosition();
    return true;
  }

  async #logPosition(): Promise<number> {
    const { rows } = await this.#database.query<{ position: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position",
    );
    return rows[0]?.position ?? 0;
  }
}
