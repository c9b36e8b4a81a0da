import type { FastifyBaseLogger } from 'fastify';
import type { ChainPort } from './chain-port.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';
import type { AppSecret } from '../config/secret.ts';

/** Lets several processes behind one address hear of each other's commits. */
export type Listen = Database['listen'];

/** One e-mail or SMS on its way to one address. */
export type Delivery = {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The name before the address that an e-mail comes from. */
  readonly sender?: string;
  /** The one-time code inside, which only the development inbox shows apart. */
  readonly code?: string;
  /** The https address that stops such e-mails with one click (RFC 8058): it takes a POST without a session. */
  readonly unsubscribeUrl?: string;
  /** The key of the delivery, the same for every try to send it. */
  readonly dedupeKey: string;
};

/**
 * Sends or keeps one e-mail or SMS. May be called twice with the same `dedupeKey`.
 *
 * @throws UndeliverableError when it never can, TryLaterError and OutOfServiceError when it could not now
 */
export type Deliver = (delivery: Delivery) => Promise<void>;

/** A browser that shows news although the page is closed: the address at the service of its maker, and its keys. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type PushPort = {
  /** The key that browsers are asked with now. */
  readonly publicKey: string;
  /**
   * Sends words that only the browser can read; they wait for it at the service for so many seconds. The browser was asked
   * with `publicKey`. May be called twice with the same `dedupeKey`.
   *
   * @returns `gone` for a browser that can never be reached again
   * @throws UndeliverableError when this never can be sent, TryLaterError when it could not now
   */
  readonly send: (news: {
    readonly address: PushAddress;
    readonly publicKey: string;
    readonly words: string;
    readonly dedupeKey: string;
    readonly seconds: number;
  }) => Promise<'taken' | 'gone'>;
};

export const IMAGE_WIDTHS = [160, 400, 640, 800, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** A file of a picture: its width in pixels, and its type. */
export type ImageFile = `${ImageWidth}.${'avif' | 'webp'}`;
export const LARGEST_FILE = '1600.webp';
/** The files of one picture. A reader takes the next larger one for what was not made, in the end the largest. */
export type ImageFiles = Readonly<Record<typeof LARGEST_FILE, Uint8Array> & Partial<Record<ImageFile, Uint8Array>>>;

/** The storage of pictures cannot be reached or used now. Becomes 503 over HTTP. */
export class StorageDownError extends Error {
  override readonly name = 'StorageDownError';
  readonly statusCode = 503;
}

export type FoundImage = { readonly file: ImageFile; readonly bytes: Uint8Array };

/** Keeps pictures under keys such as `proposalImages/4-1f0c9a.webp`. The picture under a key never changes. */
export type FileStore = {
  /** The first of these files that is kept under the key; null when none is. @throws StorageDownError */
  readonly read: (key: string, among: readonly ImageFile[]) => Promise<FoundImage | null>;
  /** All files or none; a taken key keeps its first picture. @throws StorageDownError */
  readonly write: (key: string, files: ImageFiles) => Promise<void>;
  /** A key without a picture is no error. */
  readonly remove: (key: string) => Promise<void>;
};

/** The parts that the application needs from outside itself. `serve.ts` passes the real ones; tests pass their own. */
export type Outside = {
  readonly db: Database['db'];
  readonly listen: Listen;
  /** A copy of the database that may be read for what is kept for a moment; null: all is read from the database itself. */
  readonly replica: Database['db'] | null;
  /** The clock that rules count days and hours by. Outside production `CLOCK_FILE` may set it ahead. */
  readonly now: () => Date;
  /**
   * The clock that all processes share, the database's: for tokens, one-time codes, fresh proofs, leases and rate limits.
   * No `CLOCK_FILE` sets it ahead.
   */
  readonly realNow: () => Date;
  /** The application's secret; derive the keys for each purpose with `deriveKeys`. */
  readonly secret: AppSecret;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Null: no spans are kept. */
  readonly tracing: Tracing | null;
  readonly deliver: Deliver;
  /** Null: nothing is shown on devices. */
  readonly push: PushPort | null;
  readonly files: FileStore;
  readonly chain: ChainPort;
  /** Whether e-mails and SMS stay in the development inbox, which is then shown. */
  readonly hasDevInbox: boolean;
};
