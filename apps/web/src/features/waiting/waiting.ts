import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { createStore, del, entries, get, set, update } from 'idb-keyval';
import { keptOnDevice } from '../../lib/kept-on-device.ts';
import { readSession } from '../../lib/session.ts';
import type { InputOf } from '../../lib/wire.ts';

/**
 * Calls whose words may go out later. Money never does: it is decided on the present figures. Cash of a round waits
 * elsewhere (`lib/kept-cash.ts`).
 */
export type KeptCall = 'sendMessage' | 'createUpdate' | 'createProposal' | 'askHardship';

export type KeptBody<Name extends KeptCall> = InputOf<Name> extends { body: infer Body } ? Body : never;

export type KeptPicture = {
  readonly blob: Blob;
  readonly folder: PictureFolder;
  readonly name: string;
  /** It has reached the server, which forgets it when nothing shows it for a day. */
  readonly isSent?: boolean | undefined;
};

/** Words written down on this device until the server has decided about them. */
export type Waiting<Name extends KeptCall = KeptCall> = {
  /** The id is also the Idempotency-Key: words that are sent several times are handled once. */
  readonly id: string;
  readonly userId: string;
  /** Milliseconds since 1970, growing with each: the order in which they are sent. */
  readonly writtenAt: number;
  readonly name: Name;
  /** The proposal that it belongs to; empty for a new one. */
  readonly about: string;
  readonly body: KeptBody<Name>;
  /** The picture goes first; then its key is `image` in the body. The device keeps it until the words are decided. */
  readonly picture?: KeptPicture | undefined;
  /** A call that follows with the id of the created object. */
  readonly mail?: { readonly key: string } | undefined;
  /** It went out and no answer came, so it may have arrived. */
  readonly isTried?: boolean | undefined;
  /** Milliseconds since 1970 when the words first went out. Missing where they were written down just before that. */
  readonly triedAt?: number | undefined;
  /** The id of the created object: only its mail is still to be sent. */
  readonly made?: string | undefined;
  /** Why the server refused it: it is not sent again, and its writer may change it. */
  readonly problem?: string | undefined;
};

/** The words alone, as people wrote them. */
export function wordsOf({ body }: Waiting): string {
  if ('text' in body) return body.text;
  if ('reason' in body) return body.note ?? '';
  return 'title' in body ? `${body.title}\n\n${body.description}` : body.description;
}

export type WaitingDraft<Name extends KeptCall> = Pick<
  Waiting<Name>,
  'name' | 'about' | 'body' | 'picture' | 'isTried'
> & {
  id?: string;
  mails?: boolean;
};

const LOCK = 'sathi-outbox';

let store: ReturnType<typeof createStore> | undefined;
const box = () => (store ??= createStore('sathi-outbox', 'waiting'));

/**
 * Ids of words that this page sends itself just now, or that their writer changes. They are written down in case the
 * page is closed, and do not wait.
 */
const underWay = new Set<string>();

const kept = keptOnDevice<readonly Waiting[]>('sathi-outbox', [], async () => {
  const own = await ownOnes().catch(() => []);
  return own.filter(({ id }) => !isUnderWay(id));
});
/** The waiting words of the person signed in, oldest first. Another tab's too. */
export const { now: waitingNow, listen: onWaitingChange } = kept;

/** @throws when the browser cannot store: then the words were not written down. */
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
  await kept.announce();
}

/**
 * Writes the words down before `work` sends them, so that they are there, and go out under the same key, when the page
 * is closed half way. Decided ones are rubbed out.
 * @returns null when `work` failed in a way that `mayWait`, and the words are kept
 * @throws the error of `work`
 */
export async function keepMeanwhile<Name extends KeptCall, Result>(
  draft: WaitingDraft<Name> & { id: string },
  work: () => Promise<Result>,
  mayWait: (error: unknown) => boolean,
): Promise<Result | null> {
  let isKept = false;
  let stays = false;
  underWay.add(draft.id);
  try {
    // A browser that keeps nothing, as in some private windows, sends all the same.
    isKept = await keep({ ...draft, isTried: true }).then(
      () => true,
      () => false,
    );
    return await work();
  } catch (error) {
    stays = isKept && mayWait(error);
    if (stays) return null;
    throw error;
  } finally {
    underWay.delete(draft.id);
    await (stays ? kept.announce() : remove(draft.id)).catch(() => undefined);
  }
}

/** Takes the words out, to change or drop them. Undefined when they have just gone out, or another tab took them. */
export async function takeBack(id: string): Promise<Waiting | undefined> {
  return exclusively(async () => {
    const waiting = await get<Waiting>(id, box());
    await remove(id);
    return waiting;
  });
}

/** As {@link takeBack}, but the words stay on the device: they wait again when {@link holdBack} or the page ends. */
export async function lookAt(id: string): Promise<Waiting | undefined> {
  return exclusively(async () => {
    const waiting = await get<Waiting>(id, box());
    if (waiting) holdBack(id);
    await kept.announce();
    return waiting;
  });
}

/** Keeps this page from sending the words until the returned function is called. */
export function holdBack(id: string): () => void {
  underWay.add(id);
  return () => {
    underWay.delete(id);
    void kept.announce();
  };
}

/** Deletes all words of a person who signs out. Words of another person, whose session only ended, wait for them. */
export async function forgetWaiting(userId: string | undefined): Promise<void> {
  for (const waiting of await everything()) if (waiting.userId === userId) await del(waiting.id, box());
  await kept.announce();
}

/** The words of the signed-in person, oldest first, with those that a page is sending just now. */
export async function ownOnes(): Promise<Waiting[]> {
  const userId = readSession().user?.id;
  return (await everything()).filter((waiting) => waiting.userId === userId);
}

/** True while this page sends the words itself, or their writer changes them. */
export function isUnderWay(id: string): boolean {
  return underWay.has(id);
}

/**
 * Writes down the new state. @returns false, and keeps nothing, when the words were deleted meanwhile, as by signing
 * out
 */
export async function amend(id: string, changes: Partial<Waiting>): Promise<boolean> {
  try {
    await update<Waiting>(
      id,
      (found) => {
        if (!found) throw new Error('gone');
        return { ...found, ...changes };
      },
      box(),
    );
  } catch {
    return false;
  }
  await kept.announce();
  return true;
}

export async function remove(id: string): Promise<void> {
  await del(id, box());
  await kept.announce();
}

/**
 * Runs `work` in one tab at a time; undefined when another tab is at it and `ifAvailable` is set. Old browsers have no
 * lock: the server handles each key once.
 */
export async function exclusively<Result>(
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
