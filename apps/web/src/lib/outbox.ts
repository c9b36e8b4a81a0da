import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { createStore, del, entries, get, set } from 'idb-keyval';
import { ApiError } from './api-error.ts';
import { call } from './api.ts';
import { readSession } from './session.ts';
import { uploadPicture } from './upload.ts';
import type { InputOf } from './wire.ts';

/** Words that may go out later. Money never does: it is decided on what is true now. */
export type KeptCall = 'sendMessage' | 'createUpdate' | 'createProposal';

export type KeptBody<Name extends KeptCall> = InputOf<Name> extends { body: infer Body } ? Body : never;

export type KeptPicture = { readonly blob: Blob; readonly folder: PictureFolder; readonly name: string };

/** Something written without a network. */
export type Waiting<Name extends KeptCall = KeptCall> = {
  /** Also the Idempotency-Key: however often it is sent, it is done once. */
  readonly id: string;
  readonly userId: string;
  /** Milliseconds since 1970, growing with each: the order in which they are sent. */
  readonly writtenAt: number;
  readonly name: Name;
  /** The proposal that it belongs to; empty for a new one. */
  readonly about: string;
  readonly body: KeptBody<Name>;
  /** Sent first; then its key stands in the body as `image`. */
  readonly picture?: KeptPicture | undefined;
  /** A call that follows with the id of what was made. */
  readonly mail?: { readonly key: string } | undefined;
  /** Why the server refused it: it is not sent again, and its writer may change it. */
  readonly problem?: string | undefined;
};

export type WaitingDraft<Name extends KeptCall> = Pick<Waiting<Name>, 'name' | 'about' | 'body' | 'picture'> & {
  id?: string;
  mails?: boolean;
};

const LOCK = 'sathi-outbox';
const CHANNEL = 'sathi-outbox';
/** The server remembers keys for 30 days: later, sending it again could do it twice. */
const KEY_LIFE_MS = 29 * 24 * 3_600_000;

let store: ReturnType<typeof createStore> | undefined;
const box = () => (store ??= createStore('sathi-outbox', 'waiting'));

let shown: readonly Waiting[] = [];
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;
let isRunning = false;

/** What waits, oldest first, of whoever is signed in. Another tab's too. */
export function waitingNow(): readonly Waiting[] {
  return shown;
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  if (channel === undefined) {
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => void refresh());
  }
  void refresh();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

/** @throws when the browser cannot keep anything: then it was not written down. */
export async function keep<Name extends KeptCall>(draft: WaitingDraft<Name>): Promise<void> {
  const { id = crypto.randomUUID(), mails = false, ...rest } = draft;
  const last = (await everything()).at(-1)?.writtenAt ?? 0;
  const waiting = {
    ...rest,
    id,
    userId: readSession().user?.id ?? '',
    writtenAt: Math.max(Date.now(), last + 1),
    ...(mails && { mail: { key: crypto.randomUUID() } }),
  };
  await set(id, waiting, box());
  await changed();
}

/** Takes it out, to change it or to drop it. Undefined when it is gone already. */
export async function takeBack(id: string): Promise<Waiting | undefined> {
  return exclusively(async () => {
    const waiting = await get<Waiting>(id, box());
    await del(id, box());
    await changed();
    return waiting;
  });
}

/** For signing out. */
export async function emptyOutbox(): Promise<void> {
  for (const { id } of await everything()) await del(id, box());
  await changed();
}

export type Sent = { readonly waiting: Waiting; readonly error: ApiError | null };

/**
 * Sends what waits, in order, in one tab at a time. Stops at the first that cannot be decided: no network, a busy
 * server, nobody signed in. What is refused stays, with the reason, and the next one is sent.
 *
 * @returns what was decided
 */
export async function sendWaiting(now: number): Promise<readonly Sent[]> {
  if (isRunning) return [];
  isRunning = true;
  try {
    return (await exclusively(() => sendAll(now), { ifAvailable: true })) ?? [];
  } finally {
    isRunning = false;
  }
}

async function sendAll(now: number): Promise<readonly Sent[]> {
  const decided: Sent[] = [];
  for (const waiting of await ownOnes()) {
    if (waiting.problem !== undefined) continue;
    // Somebody else may have signed in meanwhile.
    if (readSession().user?.id !== waiting.userId) break;
    const error =
      now - waiting.writtenAt > KEY_LIFE_MS ? new ApiError({ status: 0, code: 'too_old' }) : await send(waiting);
    if (error && isUndecidedYet(error)) break;
    if (error) await set(waiting.id, { ...(await latest(waiting)), problem: error.detail || error.code }, box());
    else await del(waiting.id, box());
    decided.push({ waiting, error });
    await changed();
  }
  return decided;
}

/** Each step that is done is written down, so that a later try goes on from there with the same content. */
async function send(waiting: Waiting): Promise<ApiError | null> {
  try {
    let { body } = waiting;
    if (waiting.picture) {
      const { blob, folder, name } = waiting.picture;
      const { key } = await uploadPicture(blob, { folder, name, idempotencyKey: `${waiting.id}-picture` });
      body = { ...body, image: key } as Waiting['body'];
      await set(waiting.id, { ...waiting, body, picture: undefined }, box());
    }
    const made = (await call(waiting.name, { body } as never, { idempotencyKey: waiting.id })) as { id?: string };
    if (waiting.mail && made.id) {
      const letter = { proposalId: waiting.about, updateId: made.id, toAllBackers: true } as const;
      await call('sendNewUpdateEmail', { body: letter }, { idempotencyKey: waiting.mail.key });
    }
    return null;
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError({ status: 0, code: 'unexpected' });
  }
}

function isUndecidedYet({ status, code }: ApiError): boolean {
  if (code === 'too_old') return false;
  return status === 0 || status === 401 || status === 409 || status === 429 || status >= 500;
}

async function latest(waiting: Waiting): Promise<Waiting> {
  return (await get<Waiting>(waiting.id, box())) ?? waiting;
}

/** Nothing when somebody else is at it and `ifAvailable` is set. Old browsers go without: the server does it once. */
async function exclusively<Result>(
  work: () => Promise<Result>,
  options: { ifAvailable?: boolean } = {},
): Promise<Result | undefined> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(LOCK, options, async (lock) => (lock ? work() : undefined));
}

async function everything(): Promise<Waiting[]> {
  const all = (await entries<string, Waiting>(box())).map(([, waiting]) => waiting);
  return all.toSorted((one, other) => one.writtenAt - other.writtenAt);
}

async function ownOnes(): Promise<Waiting[]> {
  const userId = readSession().user?.id;
  return (await everything()).filter((waiting) => waiting.userId === userId);
}

async function changed(): Promise<void> {
  const teller = channel ?? new BroadcastChannel(CHANNEL);
  teller.postMessage(null);
  if (teller !== channel) teller.close();
  await refresh();
}

async function refresh(): Promise<void> {
  shown = await ownOnes().catch(() => []);
  for (const listener of listeners) listener();
}
