import type { QueryClient } from '@tanstack/react-query';
import { forgetWaiting, waitingNow } from '../features/waiting/waiting.ts';
import { call } from '../lib/api.ts';
import { endPush } from '../lib/push.ts';
import { forgetPictures } from '../lib/service-worker-registration.ts';
import { endSession, readSession } from '../lib/session.ts';
import { forgetDrafts } from '../lib/stored-draft.ts';

/** How many words of the person still wait on this device. */
export function countWaiting(): number {
  return waitingNow().length;
}

/** Asks the server to end every session of the person. */
export function endSessions(): Promise<unknown> {
  return call('signOut', {}, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
}

/** Takes from this device all that it keeps of the person signed in. Without a network the server hears of it later. */
export async function forgetPerson(client: QueryClient): Promise<void> {
  const { user } = readSession();
  forgetDrafts();
  endSession();
  client.clear();
  await Promise.all([forgetWaiting(user?.id), forgetPictures(), endPush()]).catch(() => undefined);
}
