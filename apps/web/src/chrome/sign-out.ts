import type { QueryClient } from '@tanstack/react-query';
import { forgetWaiting, ownOnes } from '../features/waiting/waiting.ts';
import { call } from '../lib/api.ts';
import { endPush } from '../lib/push.ts';
import { forgetPictures } from '../lib/service-worker-registration.ts';
import { endSession, readSession } from '../lib/session.ts';
import { forgetDrafts } from '../lib/stored-draft.ts';
import type { Text } from '../lib/text.tsx';
import type { Question } from '../ui/question.ts';

/** The question before signing out, with the number of the person's words that still wait on this device and would be lost. */
export async function signOutQuestion({ t }: Text): Promise<Question> {
  const { length: count } = await ownOnes().catch(() => []);
  const message = count > 0 ? t('offline.signOutQuestion', { count }) : t('common.signOutQuestion');
  return { message, yes: t('common.signOut'), danger: count > 0 };
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
