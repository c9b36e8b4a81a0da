import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError, isUndecided } from './api-error.ts';
import { call } from './api.ts';
import {
  keep,
  type KeptBody,
  type KeptCall,
  type KeptPicture,
  onWaitingChange,
  sendWaiting,
  type Waiting,
  waitingNow,
} from './outbox.ts';
import { queryKeys } from './query-keys.ts';
import { useSession } from './session.ts';
import { useTask } from './use-task.ts';
import type { DataOf, InputOf } from './wire.ts';

const EVERY_MS = 30_000;

/** What of one kind waits for the network, oldest first. */
export function useWaiting<Name extends KeptCall>(name: Name, about: string): readonly Waiting<Name>[] {
  const all = useSyncExternalStore(onWaitingChange, waitingNow);
  return all.filter((waiting): waiting is Waiting<Name> => waiting.name === name && waiting.about === about);
}

const STALE: Record<KeptCall, (about: string) => QueryKey> = {
  sendMessage: () => queryKeys.allMessages,
  createUpdate: (about) => queryKeys.updates(about),
  createProposal: () => queryKeys.proposals,
};

/** Sends what waits: at the start, when the network returns, and every half minute. Once in a page. */
export function useSendingOutbox(): void {
  const client = useQueryClient();
  const { user } = useSession();
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const send = async () => {
      if (!navigator.onLine) return;
      const decided = await sendWaiting(Date.now()).catch(() => []);
      for (const { waiting } of decided) {
        void client.invalidateQueries({ queryKey: STALE[waiting.name](waiting.about) });
      }
    };
    const listener = () => void send();
    listener();
    const stop = onWaitingChange(() => undefined);
    const timer = setInterval(listener, EVERY_MS);
    addEventListener('online', listener);
    return () => {
      stop();
      clearInterval(timer);
      removeEventListener('online', listener);
    };
  }, [client, userId]);
}

type Written<Name extends KeptCall> = {
  body: KeptBody<Name>;
  about: string;
  picture?: KeptPicture | undefined;
  mails?: boolean;
};

/**
 * Sends words, or keeps them until the network returns. Pressing again after a broken answer is the same wish. What was
 * written earlier goes first, so behind something that waits everything waits. `onDone` tells the answer, or null when
 * it was kept.
 */
export function useSendOrKeep<Name extends KeptCall>(
  name: Name,
  onDone: (answer: DataOf<Name> | null, written: Written<Name>) => void | Promise<void>,
) {
  const undecided = useRef<{ id: string; written: string } | null>(null);
  return useTask<DataOf<Name> | null, ApiError, Written<Name>>({
    run: async (written) => {
      const { body, about, picture, mails } = written;
      const text = JSON.stringify(body);
      if (undecided.current?.written !== text) undecided.current = { id: crypto.randomUUID(), written: text };
      const { id } = undecided.current;
      const wait = () =>
        keep<Name>({ id, name, about, body, picture, ...(mails && { mails }) }).then(
          () => null,
          // A browser that keeps nothing, as in some private windows.
          () => {
            throw new ApiError({ status: 0, code: 'network' });
          },
        );
      const isBehind = waitingNow().some((other) => other.name === name && other.about === about && !other.problem);
      if (picture || isBehind || !navigator.onLine) return wait();
      try {
        return await call(name, { body } as unknown as InputOf<Name>, { idempotencyKey: id });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'network') throw error;
        return wait();
      }
    },
    onSuccess: async (answer, written) => {
      undecided.current = null;
      if (answer === null) sendSoon();
      await onDone(answer, written);
    },
    onError: (error) => {
      if (!isUndecided(error)) undecided.current = null;
    },
  });
}

/** Behind something that waits although the network is there: the same that the timer does, at once. */
function sendSoon(): void {
  if (navigator.onLine) dispatchEvent(new Event('online'));
}
