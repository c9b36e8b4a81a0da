import { Worker } from 'node:worker_threads';
import type { Unlisten } from '../backend.ts';
import { DatabaseBusyError, SQLSTATE } from '../errors.ts';
import { fromWire, type Reply, type Request, type Rows, type ThreadOptions, type Work } from './protocol.ts';

type Waiting = {
  readonly resolve: (result: Rows | Uint8Array | null) => void;
  readonly reject: (error: Error) => void;
  /** Called when the request never began and nothing is to come of it. */
  readonly drop?: () => void;
};

type InTime = {
  readonly lateError: () => Error;
  /** Called with the result when it comes after its caller has given up. */
  readonly onLate?: () => void;
  readonly limitMs?: number | undefined;
};

export type ClientOptions = ThreadOptions & {
  readonly statementTimeoutMs: number;
  readonly onFailure?: (error: Error) => void;
};

/** The main thread's side of the database thread. */
export class ThreadClient {
  readonly #worker: Worker;
  #statementTimeoutMs: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #subscribers = new Map<string, Set<(payload: string) => void>>();
  #lastId = 0;
  #ended: Error | undefined;

  private constructor(worker: Worker, options: ClientOptions) {
    this.#worker = worker;
    this.#statementTimeoutMs = options.statementTimeoutMs;
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.once('error', (error) => {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      options.onFailure?.(this.#ended as Error);
    });
    worker.once('exit', () => this.#end(new Error('the embedded database is closed')));
  }

  static async start(options: ClientOptions): Promise<ThreadClient> {
    const { storage, idleInTransactionMs } = options;
    const workerData: ThreadOptions = { storage, idleInTransactionMs };
    const worker = new Worker(new URL('./database-thread.ts', import.meta.url), { workerData });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
    });
    return new ThreadClient(worker, options);
  }

  /**
   * Fails with SQLSTATE 57014 when the answer takes too long. WebAssembly cannot be interrupted: a statement that has
   * started runs to its end. Inside a transaction the rollback undoes it; outside one its outcome is unknown, as after
   * a lost connection. A statement that has not started by then never does. @param limitMs replaces the limit of all
   */
  async query(
    sql: string,
    parameters: readonly unknown[],
    { transaction, limitMs }: { readonly transaction?: number | undefined; readonly limitMs?: number | undefined } = {},
  ): Promise<Rows> {
    const work = { kind: 'query', sql, parameters, ...(transaction !== undefined && { transaction }) } as const;
    const lateError = (): Error =>
      Object.assign(new Error('canceling statement due to statement timeout'), { code: SQLSTATE.queryCanceled });
    return this.#inTime(work, { lateError, limitMs }) as Promise<Rows>;
  }

  /** @throws DatabaseBusyError when other transactions take all the time there is */
  async begin(settings: Extract<Work, { kind: 'begin' }>['settings']): Promise<number> {
    this.#lastId += 1;
    const transaction = this.#lastId;
    const busy = (): Error => new DatabaseBusyError('the embedded database did not come free');
    // A transaction that begins at the very moment its caller gives up would hold up all others.
    const onLate = (): void => void this.end('rollback', transaction).catch(() => {});
    await this.#inTime({ kind: 'begin', settings, transaction }, { lateError: busy, onLate });
    return transaction;
  }

  /** A commit has no time-out: its caller must learn the outcome. */
  async end(kind: 'commit' | 'rollback', transaction: number): Promise<void> {
    await this.#send({ kind, transaction });
  }

  async listen(channel: string, onMessage: (payload: string) => void): Promise<Unlisten> {
    const subscribers = this.#subscribers.get(channel) ?? new Set();
    this.#subscribers.set(channel, subscribers.add(onMessage));
    await this.#send({ kind: 'listen', channel });
    return async () => {
      subscribers.delete(onMessage);
      if (subscribers.size > 0 || this.#ended) return;
      await this.#send({ kind: 'unlisten', channel });
    };
  }

  /** How many requests wait for their answer. */
  get unanswered(): number {
    return this.#waiting.size;
  }

  limitStatements(timeoutMs: number): void {
    this.#statementTimeoutMs = timeoutMs;
  }

  async dump(): Promise<Uint8Array> {
    return (await this.#send({ kind: 'dump' })) as Uint8Array;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    await this.#send({ kind: 'close' });
    await this.#worker.terminate();
  }

  #send(work: Work): Promise<Rows | Uint8Array | null> {
    return new Promise((resolve, reject) => this.#post(work, { resolve, reject }));
  }

  #inTime(
    work: Omit<Extract<Work, { kind: 'query' }>, 'deadlineMs'> | Omit<Extract<Work, { kind: 'begin' }>, 'deadlineMs'>,
    { lateError, onLate = () => {}, limitMs = this.#statementTimeoutMs }: InTime,
  ): Promise<Rows | Uint8Array | null> {
    return new Promise((resolve, reject) => {
      const deadlineMs = Date.now() + limitMs;
      const timer = setTimeout(() => {
        this.#waiting.set(id, { resolve: onLate, reject: () => {} });
        reject(lateError());
      }, limitMs);
      const id = this.#post(
        { ...work, deadlineMs },
        {
          resolve: (result) => {
            clearTimeout(timer);
            resolve(result);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
          drop: () => {
            clearTimeout(timer);
            reject(lateError());
          },
        },
      );
    });
  }

  #post(work: Work, waiting: Waiting): number {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#ended) {
      waiting.reject(this.#ended);
      return id;
    }
    try {
      this.#worker.postMessage({ ...work, id } satisfies Request);
      this.#waiting.set(id, waiting);
    } catch (error) {
      // A parameter that cannot travel between threads, such as a function.
      waiting.reject(error instanceof Error ? error : new Error(String(error)));
    }
    return id;
  }

  #receive(reply: Reply): void {
    if (reply.kind === 'ready') return;
    if (reply.kind === 'notification') {
      for (const onMessage of this.#subscribers.get(reply.channel) ?? []) onMessage(reply.payload);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'dropped') waiting?.drop?.();
    else if (reply.kind === 'done') waiting?.resolve(reply.result);
    else waiting?.reject(fromWire(reply.error));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
