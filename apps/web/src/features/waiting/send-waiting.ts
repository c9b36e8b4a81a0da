import { DAY_MS } from '@sathi/domain/durations.ts';
import { ApiError, call, isUndecided } from '../../lib/api.ts';
import { amend, exclusively, isUnderWay, type KeptPicture, ownOnes, remove, type Waiting } from './waiting.ts';
import { readSession } from '../../lib/session.ts';
import { uploadPicture } from '../files/upload.ts';

/** The server remembers keys for 30 days: later, sending it again could do it twice. */
const KEY_LIFE_MS = 29 * DAY_MS;

/** The outcome of a try. With `waiting.made` set, the object was created, and `error` is about its mail. */
export type Sent = { readonly waiting: Waiting; readonly error: ApiError | null };

let isRunning = false;
/** More was written while a round was under way. */
let isWishedAgain = false;

/**
 * Sends the waiting words, in order, in one tab at a time. Stops without a network or a session. Words that a busy
 * server could not decide hold up only their successors of the same subject. Refused words stay, with the reason, and
 * the next ones are sent.
 * @returns the decided ones
 */
export async function sendWaiting(now: number): Promise<readonly Sent[]> {
  isWishedAgain = true;
  if (isRunning) return [];
  isRunning = true;
  const decided: Sent[] = [];
  try {
    while (isWishedAgain) {
      isWishedAgain = false;
      decided.push(...((await exclusively(() => sendAll(now), { ifAvailable: true })) ?? []));
    }
    return decided;
  } finally {
    isRunning = false;
  }
}

async function sendAll(now: number): Promise<readonly Sent[]> {
  const decided: Sent[] = [];
  const heldUp = new Set<string>();
  for (const waiting of await ownOnes()) {
    if (waiting.problem !== undefined || heldUp.has(conversationOf(waiting))) continue;
    if (isUnderWay(waiting.id)) {
      heldUp.add(conversationOf(waiting));
      continue;
    }
    // Another person may have signed in meanwhile.
    if (readSession().user?.id !== waiting.userId) break;
    const outcome = now - (triedAtOf(waiting) ?? now) > KEY_LIFE_MS ? tooOld(waiting) : await send(waiting, now);
    const { error } = outcome;
    if (error && error.code !== 'too_old' && isUndecided(error)) {
      if (isAboutAll(error)) break;
      heldUp.add(conversationOf(waiting));
      continue;
    }
    if (error && outcome.waiting.made === undefined) await amend(waiting.id, { problem: error.detail || error.code });
    else await remove(waiting.id);
    decided.push(outcome);
  }
  return decided;
}

/** True for an error that the next words would meet too, as no network, no session or too many requests. */
function isAboutAll({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status === 429;
}

/** Words with the same key go out in their order. Each draft has a key of its own. */
function conversationOf({ id, name, about }: Waiting): string {
  return about === '' ? id : `${name} ${about}`;
}

/** The clock of the device may have been wrong before there was a network: words that never went out have no age. */
function triedAtOf({ isTried, triedAt, writtenAt }: Waiting): number | undefined {
  return isTried ? (triedAt ?? writtenAt) : undefined;
}

function tooOld(waiting: Waiting): Sent {
  return { waiting, error: new ApiError({ status: 0, code: 'too_old' }) };
}

function isAboutPicture(error: unknown): boolean {
  return error instanceof ApiError && error.messageFor('image') !== undefined;
}

/** Each step that is done is written down, so that a later try goes on from there with the same content. */
async function send(before: Waiting, now: number): Promise<Sent> {
  let waiting = before;
  const note = async (changes: Partial<Waiting>) => {
    waiting = { ...waiting, ...changes };
    const isThere = await amend(waiting.id, changes);
    // The words were deleted, or the person signed out or changed, while the step before was under way.
    if (!isThere || readSession().user?.id !== waiting.userId) throw new ApiError({ status: 0, code: 'stopped' });
  };
  const sendPicture = async (picture: KeptPicture, idempotencyKey: string) => {
    const { blob, folder, name } = picture;
    const { key } = await uploadPicture(blob, { folder, name, idempotencyKey });
    await note({ body: { ...waiting.body, image: key } as Waiting['body'], picture: { ...picture, isSent: true } });
  };
  const create = async () => {
    const { name, body, id } = waiting;
    return (await call(name, { body } as never, { idempotencyKey: id })) as { id?: string };
  };
  try {
    if (waiting.picture && !waiting.picture.isSent) await sendPicture(waiting.picture, `${waiting.id}-picture`);
    if (waiting.made === undefined) {
      await note({ isTried: true, triedAt: triedAtOf(waiting) ?? now });
      const made = await create().catch(async (error: unknown) => {
        if (!before.picture?.isSent || !isAboutPicture(error)) throw error;
        // The picture gets a second key: for the first the server would name the picture that it has forgotten.
        await sendPicture(before.picture, `${waiting.id}-picture-2`);
        return create();
      });
      if (waiting.mail && made.id) await note({ made: made.id });
    }
    if (waiting.mail && waiting.made !== undefined) {
      const letter = { proposalId: waiting.about, updateId: waiting.made, toAllBackers: true } as const;
      await call('sendNewUpdateEmail', { body: letter }, { idempotencyKey: waiting.mail.key });
    }
    return { waiting, error: null };
  } catch (error) {
    return { waiting, error: error instanceof ApiError ? error : new ApiError({ status: 0, code: 'unexpected' }) };
  }
}
