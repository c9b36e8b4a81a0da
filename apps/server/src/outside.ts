import type { FastifyBaseLogger } from 'fastify';
import type { ChainPort } from './chain-port.ts';
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
  /** Of an e-mail that its reader may stop with one click (RFC 8058): an https address that takes a POST without a session. */
  readonly unsubscribeUrl?: string;
  /** The same for every try to send the same message. */
  readonly dedupeKey: string;
};

/**
 * Sends or keeps one message. May be called twice with the same `dedupeKey`.
 *
 * @throws UndeliverableError when it never can, TryLaterError and OutOfServiceError when it could not now
 */
export type SendMessage = (message: OutgoingMessage) => Promise<void>;

export const IMAGE_WIDTHS = [160, 640, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** One picture as WebP in each width, pixels. */
export type ImageSizes = Readonly<Record<ImageWidth, Uint8Array>>;

/** The storage of pictures cannot be reached or used now. Becomes 503 over HTTP. */
export class StorageDownError extends Error {
  override readonly name = 'StorageDownError';
  readonly statusCode = 503;
}

/** Keeps pictures under keys such as `proposalImages/4-1f0c9a.webp`. What is under a key never changes. */
export type FileStore = {
  /** Null when nothing is kept under the key. @throws StorageDownError */
  readonly read: (key: string, width: ImageWidth) => Promise<Uint8Array | null>;
  /** All sizes or none; a key that is taken keeps what it has. @throws StorageDownError */
  readonly write: (key: string, sizes: ImageSizes) => Promise<void>;
  /** Nothing happens where nothing is kept. */
  readonly remove: (key: string) => Promise<void>;
};

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
  readonly files: FileStore;
  readonly chain: ChainPort;
  /** Whether messages stay in the development inbox, which is then shown. */
  readonly hasDevInbox: boolean;
};
