import { MINUTE_MS } from '@sathi/domain/durations.ts';
import path from 'node:path';
import type { Backend } from '../backend.ts';
import { createChanges } from '../changes.ts';
import { IDLE_IN_TRANSACTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '../timeouts.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import { type ClientOptions, ThreadClient } from './thread-client.ts';

/** The limit of a statement of migrations, the demo and commands, which no request waits for. */
export const PATIENT_TIMEOUT_MS = 5 * MINUTE_MS;

type EmbeddedOptions = Partial<Pick<ClientOptions, 'statementTimeoutMs' | 'idleInTransactionMs' | 'onFailure'>>;

/** A database embedded in this process, which can be copied as a whole. */
export type EmbeddedBackend = Backend & { readonly dump: () => Promise<Uint8Array> };

/**
 * Opens the database in `dataDir/database`; a new one starts from `dump`.
 * @throws StartupError when another process has the folder open
 */
export async function openEmbedded(
  options: EmbeddedOptions & { readonly dataDir: string; readonly dump?: Uint8Array },
): Promise<EmbeddedBackend> {
  const { dataDir, dump = null, ...rest } = options;
  const unlock = await lockDirectory(dataDir);
  try {
    const storage = { folder: path.join(dataDir, 'database'), dump };
    return await open({ statementTimeoutMs: PATIENT_TIMEOUT_MS, ...rest, storage }, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Opens a database in memory, empty or from `dump`. */
export function openInMemory(options: EmbeddedOptions & { readonly dump?: Uint8Array }): Promise<EmbeddedBackend> {
  const { dump, ...rest } = options;
  return open({ ...rest, storage: { dump: dump ?? null } }, async () => {});
}

async function open(
  options: EmbeddedOptions & Pick<ClientOptions, 'storage'>,
  unlock: () => Promise<void>,
): Promise<EmbeddedBackend> {
  const thread = await ThreadClient.start({
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    idleInTransactionMs: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    ...options,
  });
  const changes = createChanges();
  return {
    kind: 'pglite',
    changes,
    dialect: new EmbeddedDialect(thread, changes),
    // Notifications come from the same process, so none is ever missed and nothing needs to be read again.
    listen: (channel, onMessage) => thread.listen(channel, onMessage),
    // One connection; what was sent and is not answered yet is the statement under way and those behind it.
    load: () => {
      const busy = Math.min(1, thread.unanswered);
      return { busy, idle: 1 - busy, waiting: thread.unanswered - busy };
    },
    limitStatements: () => thread.limitStatements(STATEMENT_TIMEOUT_MS),
    dump: () => thread.dump(),
    close: async () => {
      await thread.close();
      await unlock();
    },
  };
}
