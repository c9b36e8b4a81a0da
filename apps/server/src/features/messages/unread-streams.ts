import { PassThrough, type Readable } from 'node:stream';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { createBatcher } from '../../http/batch.ts';
import type { Caller } from '../../http/call.ts';
import type { ReadCaller } from '../../http/viewer.ts';
import type { Outside } from '../../outside/outside.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { SESSIONS_CHANNEL } from '../identity/sessions.repository.ts';
import {
  listReadersAmong,
  listUnreadCounts,
  readUnreadHint,
  UNREAD_CHANNEL,
  type UnreadCounts,
} from './unread.repository.ts';

/** Open pages of one person in this process. */
export const STREAMS_PER_PERSON = 8;
const STREAMS_MAX = 5000;
/** Proxies cut silent connections after a minute or so. At each beat the token is looked at again. */
const HEARTBEAT_MS = 25_000;
const RETRY_AFTER_SECONDS = 30;
/** The line before the counts of an event that says that a loan changed. */
const LOAN = 'event: loan\n';
/** A loan that many people back at once changes many times a second; its readers are told once in this time. */
const LOANS_EVERY_MS = 1_000;
/** A reader that takes nothing any more is let go; it comes back and reads anew. */
const UNSENT_BYTES_MAX = 16 * 1024;

type Line = { readonly userId: UserId; readonly subject: string; readonly token: string; readonly out: PassThrough };
export type UnreadStreams = {
  /** @throws RefusalError `too_many_requests`, `overloaded` */
  readonly open: (viewerId: UserId, caller: Caller, token: string) => Readable;
  /** Ends every stream; nothing else would, and the server waits for them. */
  readonly endAll: () => void;
  readonly close: () => Promise<void>;
};

/**
 * The pages that are open in this process and want to know how much is unread, and when a loan changed whose
 * conversation they may read. Every process listens for the hints of all processes; a hint makes it count again for the
 * people here whom it concerns, many people in one query.
 */
export async function createUnreadStreams(
  { db, listen, log }: Pick<Outside, 'db' | 'listen' | 'log'>,
  readCaller: ReadCaller,
  heartbeatMs = HEARTBEAT_MS,
): Promise<UnreadStreams> {
  const lines = createLines();
  const { refresh, refreshEach, refreshReaders } = createRefreshing({ db, log }, lines);
  const { check, beat } = createChecking(readCaller, lines);
  const changed = createLoans((proposalId) => void refreshReaders(proposalId, LOAN));
  const timer = setInterval(beat, heartbeatMs).unref();

  const unlisten = [
    await listen(
      UNREAD_CHANNEL,
      (payload) => {
        const hint = readUnreadHint(payload);
        if ('userIds' in hint) refreshEach(hint.userIds);
        else if (hint.isLoan) changed.add(hint.proposalId);
        else void refreshReaders(hint.proposalId);
      },
      // A hint of a loan may have been lost too.
      () => refreshEach(lines.people(), LOAN),
    ),
    await listen(
      SESSIONS_CHANNEL,
      (subject) => {
        for (const line of lines.all()) if (line.subject === subject) void check(line);
      },
      () => lines.all().forEach((line) => void check(line)),
    ),
  ];

  return {
    open: (userId, { subject }, token) => {
      const line: Line = { userId, subject, token, out: new PassThrough() };
      lines.add(line);
      // The first count starts only after the line is added, so that no hint falls between the two.
      void refresh(userId);
      return line.out;
    },
    endAll: () => lines.all().forEach((line) => line.out.end()),
    close: async () => {
      clearInterval(timer);
      changed.close();
      await Promise.all(unlisten.map((stop) => stop()));
    },
  };
}

/** Counts again for people whose pages are open here, and writes it to each of their pages. */
function createRefreshing({ db, log }: Pick<Outside, 'db' | 'log'>, lines: Lines) {
  const { countFor, readersOf } = createCounting({ db, log }, lines.people);
  const refresh = async (userId: UserId, name = ''): Promise<void> => {
    if (lines.of(userId).size === 0) return;
    try {
      const counts = await countFor(userId);
      const event = `${name}data: ${JSON.stringify(counts)}\n\n`;
      for (const line of lines.of(userId)) write(line, event);
    } catch (error) {
      // A page that cannot be told must ask again rather than believe an old number.
      log.warn({ err: error }, 'unread messages could not be counted');
      for (const line of lines.of(userId)) line.out.end();
    }
  };
  const refreshEach = (userIds: Iterable<UserId>, name?: string): void => {
    for (const userId of userIds) void refresh(userId, name);
  };
  const refreshReaders = async (proposalId: ProposalId, name?: string): Promise<void> => {
    if (lines.people().length === 0) return;
    refreshEach(await readersOf(proposalId), name);
  };
  return { refresh, refreshEach, refreshReaders };
}

/** The loans that changed since their readers were told last. */
function createLoans(tell: (proposalId: ProposalId) => void) {
  const changed = new Set<ProposalId>();
  let timer: NodeJS.Timeout | undefined;
  const tellAll = (): void => {
    timer = undefined;
    for (const proposalId of changed) tell(proposalId);
    changed.clear();
  };
  return {
    add: (proposalId: ProposalId): void => {
      changed.add(proposalId);
      timer ??= setTimeout(tellAll, LOANS_EVERY_MS).unref();
    },
    close: (): void => clearTimeout(timer),
  };
}

/** Ends the lines whose token is not alive any more; when the database is away, they stay until the next beat. */
function createChecking(readCaller: ReadCaller, lines: Lines) {
  const check = async (line: Line): Promise<void> => {
    const caller = await readCaller(line.token, { fresh: true }).catch(() => undefined);
    if (caller === null) line.out.end();
  };
  const beat = (): void => {
    for (const line of lines.all()) {
      write(line, ':\n\n');
      void check(line);
    }
  };
  return { check, beat };
}

type Lines = ReturnType<typeof createLines>;

/** The open pages by their person; a page that closes is not among them any more. */
function createLines() {
  const lines = new Map<UserId, Set<Line>>();
  let count = 0;
  const remove = (line: Line): void => {
    const ofPerson = lines.get(line.userId);
    if (!ofPerson?.delete(line)) return;
    count -= 1;
    if (ofPerson.size === 0) lines.delete(line.userId);
  };
  return {
    people: (): UserId[] => [...lines.keys()],
    all: (): Line[] => [...lines.values()].flatMap((ofPerson) => [...ofPerson]),
    of: (userId: UserId): ReadonlySet<Line> => lines.get(userId) ?? new Set(),
    /** @throws RefusalError `too_many_requests`, `overloaded` */
    add: (line: Line): void => {
      const ofPerson = lines.get(line.userId) ?? new Set();
      if (ofPerson.size >= STREAMS_PER_PERSON)
        throw new RefusalError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      if (count >= STREAMS_MAX) throw new RefusalError('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      lines.set(line.userId, ofPerson.add(line));
      count += 1;
      line.out.once('close', () => remove(line));
    },
  };
}

/** Runs one query of each kind after the other, so that an older count never overtakes a newer. */
function createCounting({ db, log }: Pick<Outside, 'db' | 'log'>, people: () => UserId[]) {
  const countFor = createBatcher<UserId, UnreadCounts | null>(async (userIds) => {
    const counts = await listUnreadCounts(db, [...new Set(userIds)]);
    return userIds.map((userId) => counts.get(userId) ?? null);
  });
  const findReaders = createBatcher<ProposalId, UserId[]>(async (proposalIds) => {
    const readers = new Map<ProposalId, UserId[]>();
    for (const id of new Set(proposalIds)) readers.set(id, await listReadersAmong(db, id, people()));
    return proposalIds.map((id) => readers.get(id) ?? []);
  });
  /**
   * The readers of a conversation whose pages are open here; all people here when the database is away, because asking
   * once too often does no harm.
   */
  const readersOf = (proposalId: ProposalId): Promise<UserId[]> =>
    findReaders(proposalId).catch((error: unknown) => {
      log.warn({ err: error }, 'readers could not be found');
      return people();
    });
  return { countFor, readersOf };
}

function write({ out }: Line, text: string): void {
  if (out.writableEnded || out.destroyed) return;
  if (out.writableLength + out.readableLength > UNSENT_BYTES_MAX) out.destroy();
  else out.write(text);
}
