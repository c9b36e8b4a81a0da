import { MINUTE_MS } from '@sathi/domain/durations.ts';
import type { MfiId, StatementId, UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import { enqueue, type JobHandler } from '../../outbox/outbox.ts';
import type { Outside } from '../../outside/outside.ts';
import { findDesk } from './desk.repository.ts';
import { openBooker } from './line-booker.ts';
import { listSureOf } from './lines.repository.ts';

export const SURE_LINES_JOB = 'book_sure_lines';
/** The upload books by itself, and the job takes up what it has left open by then. */
const AFTER_MS = 10 * MINUTE_MS;
/** The rows of a file that one job books, well within its lease. */
const ROWS_TOGETHER = 500;

/** A file with its rows, and the person who handed it in and is the actor. */
export type SureLines = {
  readonly mfiId: MfiId;
  readonly statementId: StatementId;
  readonly rows: number;
  readonly userId: UserId;
  readonly requestHash: string;
};
type Rest = SureLines & { readonly after: number };

/** Has the lines booked later that the upload leaves open: its process ended, or a line met a busy database. */
export async function enqueueSureLines(tx: Tx, sure: SureLines, now: Date): Promise<void> {
  await enqueueRest(tx, { ...sure, after: 0 }, now, AFTER_MS);
}

async function enqueueRest(tx: Tx, rest: Rest, now: Date, delayMs: number): Promise<void> {
  const dedupeKey = `${SURE_LINES_JOB}:${rest.statementId}:${rest.after}`;
  await enqueue(tx, [{ kind: SURE_LINES_JOB, dedupeKey, payload: rest, delayMs }], now);
}

/**
 * Books the lines that were sure at the upload, in the order of the file, if the institution wants that. A line that is refused
 * stays open (R21.8).
 * @throws AggregateError at the end, for lines that failed otherwise
 */
export async function bookSureLines(
  outside: Pick<Outside, 'db' | 'now'>,
  { mfiId, statementId, rows, userId, requestHash }: SureLines,
  after = 0,
): Promise<void> {
  if (!(await findDesk(outside.db, mfiId)).autoBook) return;
  const ids = await listSureOf(outside.db, statementId, { after, until: after + rows });
  const viewer = { id: userId, mfiIds: [mfiId] };
  const { book } = await openBooker(outside, { mfiId, viewer, requestHash }, ids);
  await doOneByOne(ids, async (line) => {
    try {
      await book(line, [{ amountMinor: null }], true);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
    }
    return true;
  });
}

/** Books what an upload left open, some rows after the other. */
export function bookRest(outside: Pick<Outside, 'db' | 'now'>): JobHandler {
  return async ({ payload }) => {
    const { after, ...sure } = payload as Rest;
    const next = after + ROWS_TOGETHER;
    try {
      await bookSureLines(outside, { ...sure, rows: ROWS_TOGETHER }, after);
    } finally {
      if (next < sure.rows) {
        await transaction(outside.db, (tx) => enqueueRest(tx, { ...sure, after: next }, outside.now(), 0));
      }
    }
  };
}
