import { useMutation } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { ApiError, call, isUndecided } from '../../lib/api.ts';
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
} from './waiting.ts';
import type { Keys } from '../../lib/use-send.ts';
import type { DataOf, InputOf } from '../../lib/wire.ts';

/** Heard in the window when new words wait although the network is there. */
export const WAITS = 'sathi-outbox-waits';

/** All words that wait for the network, oldest first. Those done but for their mail are no longer among them. */
export function useAllWaiting(): readonly Waiting[] {
  return useSyncExternalStore(onWaitingChange, waitingNow).filter(({ made }) => made === undefined);
}

/** The words of one kind that wait for the network, oldest first. */
export function useWaiting<Name extends KeptCall>(name: Name, about: string): readonly Waiting<Name>[] {
  return useAllWaiting().filter(
    (waiting): waiting is Waiting<Name> => waiting.name === name && waiting.about === about,
  );
}

type Written<Name extends KeptCall> = {
  /** The Idempotency-Key where the words stay on the screen beyond this page; else one is made. */
  id?: string;
  body: KeptBody<Name>;
  about: string;
  picture?: KeptPicture | undefined;
  mails?: boolean;
};

/**
 * Sends words, or keeps them until the network returns. They are written down before they go out, so that a reload in
 * between neither loses nor doubles them. Earlier words go first, so behind waiting ones all wait. `onDone` gets the
 * answer, or null when they were kept. With `KEPT_KEYS` the same words written again after a reload are the same wish.
 */
export function useSendOrKeep<Name extends KeptCall>(
  name: Name,
  onDone: (answer: DataOf<Name> | null, written: Written<Name>) => void | Promise<void>,
  keys?: Keys,
) {
  const undecided = useRef<{ id: string; written: string } | null>(null);
  const forget = ({ body }: Written<Name>) => {
    undecided.current = null;
    keys?.forget(name, JSON.stringify(body));
  };
  return useMutation<DataOf<Name> | null, ApiError, Written<Name>>({
    mutationFn: async ({ id: known, body, about, picture, mails }) => {
      const text = JSON.stringify(body);
      if (undecided.current?.written !== text) {
        undecided.current = { id: known ?? keys?.of(name, text) ?? crypto.randomUUID(), written: text };
      }
      const { id } = undecided.current;
      const draft = { id, name, about, body, picture, ...(mails && { mails }) };
      const isBehind = waitingNow().some((other) => other.name === name && other.about === about && !other.problem);
      if (picture || isBehind || !navigator.onLine) return keepOnly(draft);
      const send = () => call(name, { body } as unknown as InputOf<Name>, { idempotencyKey: id });
      return keepMeanwhile(draft, send, mayWait);
    },
    onSuccess: async (answer, written) => {
      forget(written);
      if (answer === null && navigator.onLine) dispatchEvent(new Event(WAITS));
      await onDone(answer, written);
    },
    onError: (error, written) => {
      if (!isUndecided(error)) forget(written);
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

/** A server that is too busy is told to the writer, who decides; so is the help mode, which sends nothing. */
function mayWait(error: unknown): boolean {
  return isUndecided(error) && error instanceof ApiError && error.status !== 429 && error.code !== 'help_mode';
}
