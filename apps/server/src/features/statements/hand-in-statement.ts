import { uploadStatement } from '@sathi/contract/statements.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { found } from '../../errors/refusal-error.ts';
import { logStaffAct } from '../../http/audit-log.ts';
import { type Attempt, ReplayedAnswer, runOnce } from '../../http/idempotency.ts';
import { staffIn } from '../../http/viewer.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { findDesk } from './desk.repository.ts';
import type { StatementRead } from './reading/statement-messages.ts';
import { statementRefusal } from './statement-answers.ts';
import type { StatementReader } from './statement-reader.ts';
import { statementKeys } from './statement-seals.ts';
import { findMapping, findStatement, type StatementRow } from './statements.repository.ts';
import { keepStatement, type KeptStatement, knownStatement } from './statements.service.ts';
import { bookSureLines, enqueueSureLines, type SureLines } from './sure-lines.ts';
import { setUploadProgress, type UploadProgress } from './upload-progress.repository.ts';

/** The least time between two notes of the progress of a reading, in milliseconds. */
const TELL_EVERY_MS = 500;

/** A file, who sends it and for which account. */
export type Upload = {
  readonly viewer: SignedIn;
  readonly mfiId: MfiId;
  readonly account: MoneyAccountRow;
  readonly name: string;
  readonly bytes: Buffer;
  readonly bytesHash: string;
  /** The key by which the sender asks how far the reading is; null where nobody will ask. */
  readonly key: string | null;
  readonly attempt: Attempt;
  readonly ip: string;
};

/**
 * Reads a file, keeps it with its lines, and books the sure ones where the institution wants that. A file that is known
 * is answered without being read again.
 * @throws RefusalError the refusals of reading; `not_permitted` for a person who is no staff of it any more
 * @throws ReplayedAnswer when a twin with the same key was faster
 */
export async function handInStatement(
  outside: Outside,
  reader: StatementReader,
  upload: Upload,
): Promise<KeptStatement> {
  const { viewer, account, bytes, bytesHash, key } = upload;
  const progress = tellerOf(outside, { userId: viewer.id, key }, bytes.length);
  try {
    await progress.tell('reading', 0);
    const known = await findStatement(outside.db, account.id, bytesHash);
    const kept = known
      ? await answerKnown(outside, upload, known)
      : await keepUpload(outside, upload, await readUpload(outside, reader, upload, progress.tellAtTimes));
    // The file is kept, and its job takes up what fails.
    if (kept.newLines > 0) await bookSureLines(outside, sureLinesOf(upload, kept)).catch(() => undefined);
    await progress.tell('done', bytes.length);
    return kept;
  } catch (error) {
    await progress.tell(error instanceof ReplayedAnswer ? 'done' : 'refused', bytes.length);
    throw error;
  }
}

async function readUpload(
  { db }: Outside,
  reader: StatementReader,
  { mfiId, account, bytes }: Upload,
  onRead: (bytes: number) => void,
): Promise<StatementRead> {
  const { timeZone } = found(await findMfiSettings(db, mfiId));
  const mapping = await findMapping(db, account.id);
  const { number, currency } = account;
  const read = await reader.read(bytes, { number, currency, timeZone, mapping }, onRead);
  if ('refusal' in read) throw statementRefusal(read.refusal);
  return read;
}

/** The answer is kept for its key like that of a file that was new. */
async function answerKnown({ db, now }: Outside, upload: Upload, known: StatementRow): Promise<KeptStatement> {
  return runOnce(db, upload.attempt, now(), async (tx) => {
    await staffIn(tx, upload.viewer, upload.mfiId);
    return knownStatement(known);
  });
}

async function keepUpload({ db, now, secret }: Outside, upload: Upload, read: StatementRead): Promise<KeptStatement> {
  const { viewer, mfiId, account, name, bytes, bytesHash, attempt, ip } = upload;
  return runOnce(db, attempt, now(), async (tx) => {
    const still = await staffIn(tx, viewer, mfiId);
    const change = { tx, viewer: still, now: now() };
    const keys = statementKeys(secret);
    const kept = await keepStatement(change, { mfiId, account, name, bytes, bytesHash, read, keys });
    if (kept.newLines > 0 && (await findDesk(tx, mfiId)).autoBook) {
      await enqueueSureLines(tx, sureLinesOf(upload, kept), now());
    }
    await logStaffAct(tx, uploadStatement, { ...change, ip, asked: { accountId: account.id }, mfiId }, kept);
    return kept;
  });
}

function sureLinesOf({ mfiId, viewer, attempt: { requestHash } }: Upload, kept: KeptStatement): SureLines {
  return { mfiId, statementId: kept.id, rows: kept.lines, userId: viewer.id, requestHash };
}

/** Writes the progress down where every process can read it, one state after the other. */
function tellerOf(
  { db, now }: Outside,
  { userId, key }: { readonly userId: UserId; readonly key: string | null },
  of: number,
) {
  let last = Promise.resolve();
  let toldAt = performance.now();
  const tell = (state: UploadProgress['state'], read: number): Promise<void> => {
    toldAt = performance.now();
    if (key !== null) {
      last = last.catch(() => undefined).then(() => setUploadProgress(db, { userId, key }, { read, of, state }, now()));
    }
    return last;
  };
  const tellAtTimes = (read: number): void => {
    if (performance.now() - toldAt > TELL_EVERY_MS) tell('reading', read).catch(() => undefined);
  };
  return { tell, tellAtTimes };
}
