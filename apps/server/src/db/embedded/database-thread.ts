// Runs in a worker thread: PostgreSQL in WebAssembly blocks the thread that it works in.
import { parentPort, workerData } from 'node:worker_threads';
import type { Results } from '@electric-sql/pglite';
import type { TransactionSettings } from 'kysely';
import { collectGarbage } from './collect-garbage.ts';
import { failedTransactionError } from '../errors.ts';
import { Lane } from './lane.ts';
import { MAINTENANCE_INTERVAL_MS, Maintenance } from './maintenance.ts';
import { openPglite } from './open-pglite.ts';
import { type Reply, type Request, type Rows, type ThreadOptions, toWire } from './protocol.ts';
import { Statements } from './statements.ts';

if (!parentPort) throw new Error('database-thread.ts runs in a worker thread only');
const port = parentPort;
const { storage, idleInTransactionMs } = workerData as ThreadOptions;
const database = await openPglite(storage);
collectGarbage();
const maintenance = new Maintenance(database);
const statements = new Statements(database);
const unlisten = new Map<string, () => Promise<void>>();

const reply = (message: Reply): void => port.postMessage(message);

const lane = new Lane({
  idleInTransactionMs,
  perform: async (request) => {
    try {
      reply({ kind: 'done', id: request.id, result: await perform(request) });
    } catch (error) {
      reply({ kind: 'failed', id: request.id, error: toWire(error) });
      // No result can be trusted after an engine error, so this thread ends, which tells the main thread.
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
  },
  refuse: (request, error) => reply({ kind: 'failed', id: request.id, error: toWire(error) }),
  drop: (request) => reply({ kind: 'dropped', id: request.id }),
  rollBack: async () => {
    await database.exec('rollback');
  },
});

async function perform(request: Request): Promise<Rows | Uint8Array | null> {
  switch (request.kind) {
    case 'query':
      return query(request.sql, request.parameters);
    case 'begin':
      await database.exec(beginStatement(request.settings));
      lane.hold(request.transaction);
      return null;
    case 'commit':
    case 'rollback':
      return end(request.kind);
    case 'listen':
      await listen(request.channel);
      return null;
    case 'unlisten':
      await unlisten.get(request.channel)?.();
      unlisten.delete(request.channel);
      return null;
    case 'maintain':
      await maintenance.run();
      return null;
    case 'dump':
      // A copy that starts has little of the log to read again.
      await database.exec('checkpoint');
      return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
    case 'close':
      await database.close();
      return null;
  }
}

/** Texts without parameters may hold several statements; the last one's rows count. */
async function query(sql: string, parameters: readonly unknown[]): Promise<Rows> {
  const result: Results<unknown> | undefined =
    parameters.length > 0 ? await statements.run(sql, parameters) : (await database.exec(sql)).at(-1);
  return {
    rows: result?.rows ?? [],
    ...(result?.command !== undefined && { command: result.command }),
    ...(result?.affectedRows !== undefined && { affectedRows: result.affectedRows }),
  };
}

function beginStatement({ isolationLevel, accessMode }: TransactionSettings): string {
  return `begin ${isolationLevel ? `isolation level ${isolationLevel}` : ''} ${accessMode ?? ''}`;
}

/** The transaction is over after any answer; a failed one answers a commit with a rollback and no error. */
async function end(kind: 'commit' | 'rollback'): Promise<null> {
  lane.release();
  const [result] = await database.exec(kind);
  if (kind === 'commit' && result?.command === 'ROLLBACK') throw failedTransactionError();
  return null;
}

async function listen(channel: string): Promise<void> {
  if (unlisten.has(channel)) return;
  const name = `"${channel.replaceAll('"', '""')}"`;
  unlisten.set(channel, await database.listen(name, (payload) => reply({ kind: 'notification', channel, payload })));
}

port.on('message', (request: Request) => lane.enter(request));
// The answer to maintenance goes to no caller, so it needs no number of its own.
setInterval(() => lane.enter({ kind: 'maintain', id: 0 }), MAINTENANCE_INTERVAL_MS);
reply({ kind: 'ready' });
