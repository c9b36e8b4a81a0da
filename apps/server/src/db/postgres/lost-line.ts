import pg from 'pg';
import { SETS_OWN_LIMIT } from '../own-limit.ts';

/** The limit of a statement on the server and a little more: a server that is there has answered by then. */
const SILENCE_MS = 15_000;
const ASK_MS = 5_000;

/** A statement that is on its way; `stop` is called when it is answered. */
export type Watched = { readonly stop: () => void };

/**
 * Ends the connection of a statement that nobody works on any more. When a machine or a firewall on the way is gone without
 * a word, TCP sends again for a quarter of an hour, and ten such connections are all that a process has. Statements with a
 * longer limit of their own go on: the server says that it is at them. A commit that waits for a standby to confirm it has
 * no limit there; whether it came through is told by asking again.
 */
export function watchLine(client: pg.PoolClient, url: string): Watched {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const check = async (): Promise<void> => {
    const isServed = await isWorkedOn(client, url).catch(() => false);
    if (isOver) return;
    if (isServed) timer = setTimeout(check, SILENCE_MS).unref();
    else client.connection.stream.destroy();
  };
  timer = setTimeout(check, SILENCE_MS).unref();
  return {
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

const ENDS_TRANSACTION = /^(commit|rollback)$/;

/**
 * As {@link watchLine} on a connection to a pooler, which has process numbers of its own, so that no server can be
 * asked. The role limits statements there, so a statement that is silent for longer waits for a standby, or no server
 * works on it; statements of a transaction that lifted its limit go on. The pooler ends the connection to the server,
 * and cancels nothing there.
 * @returns a function to call with each statement before it goes
 */
export function watchPooledLine(client: pg.PoolClient): (text: string) => Watched {
  let isLimited = true;
  return (text) => {
    if (SETS_OWN_LIMIT.test(text)) isLimited = false;
    if (ENDS_TRANSACTION.test(text)) isLimited = true;
    if (!isLimited) return { stop: () => {} };
    const timer = setTimeout(() => client.connection.stream.destroy(), SILENCE_MS).unref();
    return { stop: () => clearTimeout(timer) };
  };
}

async function isWorkedOn(client: pg.PoolClient, url: string): Promise<boolean> {
  // The driver’s types leave out `processID`.
  const { processID } = client as unknown as { readonly processID: number };
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
  other.on('error', () => {});
  try {
    await other.connect();
    const atWork = `select from pg_stat_activity
      where pid = $1 and state = 'active' and wait_event is distinct from 'SyncRep'`;
    const { rows } = await other.query(atWork, [processID]);
    return rows.length > 0;
  } finally {
    other.connection.stream.destroy();
  }
}
