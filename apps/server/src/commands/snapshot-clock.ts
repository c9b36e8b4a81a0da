import { MINUTE_MS } from '@sathi/domain/durations.ts';
import type { Outside } from '../outside/outside.ts';
import { listSnapshots, takeSnapshot } from './snapshots.ts';

const EVERY_MS = 5 * MINUTE_MS;

type Source = Pick<Outside, 'config' | 'log' | 'realNow' | 'metrics'> & {
  readonly dump: (() => Promise<Uint8Array>) | null;
};

/**
 * Copies the embedded database and its files into BACKUP_DIR every five minutes and once more at the stop, so that a lost
 * disk costs five minutes at most. A start waits until the newest copy is as old: a process that dies again and again would
 * fill the disk. Does nothing with PostgreSQL, whose own tools do it.
 */
export async function startSnapshots({ config, log, realNow, metrics, dump }: Source): Promise<{
  readonly stop: () => Promise<void>;
}> {
  const { backupDir, dataDir } = config;
  if (backupDir === null || dump === null) {
    if (dump !== null && config.isProduction) log.warn('without BACKUP_DIR nothing copies the embedded database');
    return { stop: async () => {} };
  }
  // A process that never manages a copy is as late as one that stopped making them.
  metrics.backupAt.set(realNow().getTime() / 1000);
  let running: Promise<void> = Promise.resolve();
  const take = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      const { at, file } = await takeSnapshot({ dump, dataDir, backupDir }, realNow());
      metrics.backupAt.set(at.getTime() / 1000);
      log.info({ file, durationMs: Math.round(performance.now() - startedAt) }, 'backed up');
    } catch (error) {
      log.error({ err: error, metric: 'backup_failed' }, 'the backup failed');
    }
  };
  const next = (): Promise<void> => (running = running.then(take));
  // A folder that cannot be read is told by the copy itself.
  const newest = (await listSnapshots(backupDir).catch(() => [])).at(-1);
  const ageMs = newest === undefined ? EVERY_MS : realNow().getTime() - newest.at.getTime();
  let timer = setTimeout(
    () => {
      timer = setInterval(() => void next(), EVERY_MS);
      void next();
    },
    ageMs < 0 ? 0 : Math.max(0, EVERY_MS - ageMs),
  );
  return {
    stop: async () => {
      clearInterval(timer);
      await next();
    },
  };
}
