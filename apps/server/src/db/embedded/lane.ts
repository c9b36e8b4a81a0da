import { SQLSTATE } from '../errors.ts';
import type { Request } from './protocol.ts';

type LaneOptions = {
  /** Does the work of one request and answers it; never rejects. */
  readonly perform: (request: Request) => Promise<void>;
  readonly refuse: (request: Request, error: Error) => void;
  /** Its caller has given up, and is told all the same, so that the request counts as waiting no more. */
  readonly drop: (request: Request) => void;
  /** Undoes the open transaction. */
  readonly rollBack: () => Promise<void>;
  readonly idleInTransactionMs: number;
};

/**
 * The one lane that leads to the one connection. While a transaction is open only its own requests pass, in their
 * order; the others wait. A request whose caller has given up is dropped before it starts, so that a request reported
 * as timed out while waiting never runs later. A transaction that is left alone too long is rolled back.
 */
export class Lane {
  readonly #options: LaneOptions;
  #waiting: Request[] = [];
  #holder: number | undefined;
  #busy = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  enter(request: Request): void {
    if (this.#isOrphan(request)) {
      this.#options.refuse(request, expired());
      return;
    }
    this.#waiting.push(request);
    if (!this.#busy) void this.#drain();
  }

  /** Tells whether a transaction has begun; the database's answer decides, not the request. */
  hold(transaction: number): void {
    this.#holder = transaction;
  }

  release(): void {
    this.#holder = undefined;
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    clearTimeout(this.#idle);
    for (let request = this.#next(); request; request = this.#next()) await this.#options.perform(request);
    this.#busy = false;
    if (this.#holder === undefined) return;
    this.#idle = setTimeout(() => void this.#expire(), this.#options.idleInTransactionMs);
  }

  #next(): Request | undefined {
    const nowMs = Date.now();
    const isLate = (request: Request): boolean => 'deadlineMs' in request && request.deadlineMs <= nowMs;
    for (const request of this.#waiting) if (isLate(request)) this.#options.drop(request);
    this.#waiting = this.#waiting.filter((request) => !isLate(request));
    const index = this.#waiting.findIndex(
      (request) => this.#holder === undefined || belongsTo(request) === this.#holder,
    );
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  async #expire(): Promise<void> {
    this.#busy = true;
    await this.#options.rollBack();
    this.#holder = undefined;
    for (const request of this.#waiting) if (this.#isOrphan(request)) this.#options.refuse(request, expired());
    this.#waiting = this.#waiting.filter((request) => !this.#isOrphan(request));
    await this.#drain();
  }

  /**
   * A begin is answered before its transaction is used, so a request for another transaction is for one that has ended.
   */
  #isOrphan(request: Request): boolean {
    const transaction = belongsTo(request);
    return transaction !== undefined && request.kind !== 'begin' && transaction !== this.#holder;
  }
}

function belongsTo(request: Request): number | undefined {
  return 'transaction' in request ? request.transaction : undefined;
}

function expired(): Error {
  const message = 'the transaction was rolled back because it was left open too long';
  return Object.assign(new Error(message), { code: SQLSTATE.idleInTransactionTimeout });
}
