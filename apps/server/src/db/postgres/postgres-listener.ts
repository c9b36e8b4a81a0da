import pg from 'pg';
import type { Unlisten } from '../backend.ts';

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;
/** A connection that died without a word is noticed by asking this often. */
const HEARTBEAT_MS = 30_000;
/** A server that is there has answered by then. */
const ANSWER_MS = 5_000;

type Subscriber = { readonly onMessage: (payload: string) => void; readonly onResync: () => void };

/** One connection of its own for all channels of a process; it comes back by itself after it was lost. */
export class PostgresListener {
  readonly #url: string;
  readonly #channels = new Map<string, Set<Subscriber>>();
  #connection: Promise<pg.Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #closed = false;

  constructor(url: string) {
    this.#url = url;
  }

  async listen(channel: string, onMessage: Subscriber['onMessage'], onResync = (): void => {}): Promise<Unlisten> {
    const subscriber = { onMessage, onResync };
    const subscribers = this.#channels.get(channel) ?? new Set();
    subscribers.add(subscriber);
    this.#channels.set(channel, subscribers);
    this.#connection ??= this.#connect();
    const client = await this.#connection;
    // LISTEN twice is LISTEN once, so it does not matter whether connecting has done it already.
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return async () => {
      subscribers.delete(subscriber);
      if (subscribers.size > 0 || this.#closed) return;
      this.#channels.delete(channel);
      // A lost connection hears no notification any more, and the next one listens only to the remaining channels.
      const unlisten = `unlisten ${client.escapeIdentifier(channel)}`;
      await this.#connection?.then((connected) => connected.query(unlisten)).catch(() => {});
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    const client = await this.#connection?.catch(() => undefined);
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      application_name: 'sathi-listener',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('notification', ({ channel, payload }) => {
      for (const subscriber of this.#channels.get(channel) ?? []) subscriber.onMessage(payload ?? '');
    });
    // Without a listener an error event would end the process; the loss itself follows as `end`.
    client.on('error', () => {});
    await client.connect();
    client.on('end', () => this.#onLost());
    try {
      for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      // This connection is of no use, and would stay open beside the one that follows.
      client.connection.stream.destroy();
      throw error;
    }
    this.#retryMs = FIRST_RETRY_MS;
    this.#watch(client);
    return client;
  }

  #watch(client: pg.Client): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      client.query('select 1').catch(() => client.connection.stream.destroy());
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Connects once more, though a loss is told both by the end of the connection and by what it was asked last. */
  #onLost(): void {
    clearInterval(this.#heartbeat);
    if (this.#closed || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#connection = this.#connect();
      this.#connection.then(
        () => this.#resync(),
        () => this.#onLost(),
      );
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }

  #resync(): void {
    for (const subscribers of this.#channels.values()) for (const { onResync } of subscribers) onResync();
  }
}
