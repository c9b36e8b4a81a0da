import { useRef, useSyncExternalStore } from 'react';
import { ApiError, isUndecided } from './api-error.ts';
import { call } from './api.ts';
import {
  keep,
  type KeptBody,
  type KeptCall,
  keepMeanwhile,
  type KeptPicture,
  onWaitingChange,
  type Waiting,
  type WaitingDraft,
  waitingNow,
} from './outbox.ts';
import { useTask } from './use-task.ts';
import type { DataOf, InputOf } from './wire.ts';

/** Heard in the window when something new waits although the network is there. */
export const WAITS = 'sathi-outbox-waits';

/** Everything that waits for the network, oldest first. What is done but for its mail is no longer among it. */
export function useAllWaiting(): readonly Waiting[] {
  return useSyncExternalStore(onWaitingChange, waitingNow).filter(({ made }) => made === undefined);
}

/** What of one kind waits for the network, oldest first. */
export function useWaiting<Name extends KeptCall>(name: Name, about: string): readonly Waiting<Name>[] {
  return useAllWaiting().filter(
    (waiting): waiting is Waiting<Name> => waiting.name === name && waiting.about === about,
  );
}

type Written<Name extends KeptCall> = {
  body: KeptBody<Name>;
  about: string;
  picture?: KeptPicture | undefined;
  mails?: boolean;
};

/**
 * Sends words, or keeps them until the network returns. They are written down before they go out, so that a reload in
 * between loses nothing and does nothing twice. What was written earlier goes first, so behind something that waits
 * everything waits. `onDone` tells the answer, or null when it was kept.
 */
export function useSendOrKeep<Name extends KeptCall>(
  name: Name,
  onDone: (answer: DataOf<Name> | null, written: Written<Name>) => void | Promise<void>,
) {
  const undecided = useRef<{ id: string; written: string } | null>(null);
  return useTask<DataOf<Name> | null, ApiError, Written<Name>>({
    run: async ({ body, about, picture, mails }) => {
      const text = JSON.stringify(body);
      if (undecided.current?.written !== text) undecided.current = { id: crypto.randomUUID(), written: text };
      const { id } = undecided.current;
      const draft = { id, name, about, body, picture, ...(mails && { mails }) };
      const isBehind = waitingNow().some((other) => other.name === name && other.about === about && !other.problem);
      if (picture || isBehind || !navigator.onLine) return keepOnly(draft);
      const send = () => call(name, { body } as unknown as InputOf<Name>, { idempotencyKey: id });
      return keepMeanwhile(draft, send, mayWait);
    },
    onSuccess: async (answer, written) => {
      undecided.current = null;
      if (answer === null && navigator.onLine) dispatchEvent(new Event(WAITS));
      await onDone(answer, written);
    },
    onError: (error) => {
      if (!isUndecided(error)) undecided.current = null;
    },
  });
}

async function keepOnly<Name extends KeptCall>(draft: WaitingDraft<Name>): Promise<null> {
  await keep(draft).catch(() => {
    // A browser that keeps nothing, as in some private windows.
    throw new ApiError({ status: 0, code: 'network' });
  });
  return null;
}

/** What the server was too busy for, its writer is told and decides; so is who only tries out the product. */
function mayWait(error: unknown): boolean {
  return isUndecided(error) && error instanceof ApiError && error.status !== 429 && error.code !== 'demo_mode';
}
