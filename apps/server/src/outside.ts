import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/db.ts';

/** Lets several processes behind one address hear of each other's commits. */
export type Listen = Database['listen'];

export type OutgoingMessage = {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one-time code inside, which only the development inbox shows apart. */
  readonly code?: string;
  /** The same for every try to send the same message. */
  readonly dedupeKey: string;
};

/** Sends or keeps one message. May be called twice with the same `dedupeKey`; throws when it has to be tried again. */
export type SendMessage = (message: OutgoingMessage) => Promise<void>;

/** Everything the application needs from outside itself. `main.ts` passes the real things; tests pass their own. */
export type Outside = {
  readonly db: Database['db'];
  readonly listen: Listen;
  readonly now: () => Date;
  /** The application's secret; derive a key for each purpose with `deriveKey`. */
  readonly secret: Buffer;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly sendMessage: SendMessage;
  /** Whether messages stay in the development inbox, which is then shown. */
  readonly hasDevInbox: boolean;
};
