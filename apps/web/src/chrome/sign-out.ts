import type { QueryClient } from '@tanstack/react-query';
import { forgetWaiting, ownOnes } from '../features/waiting/waiting.ts';
import { call } from '../lib/api.ts';
import { endPush } from '../lib/push.ts';
import { forgetPictures } from '../lib/service-worker-registration.ts';
import { endSession, noteSignOut, readSession } from '../lib/session.ts';
import { forgetDrafts } from '../lib/stored-draft.ts';
import type { Text } from '../lib/text.tsx';
import type { Question } from '../ui/question.ts';
import { toast } from '../ui/toast.ts';

/** The question before signing out, with the number of the person's words that still wait on this device and would be lost. */
export async function signOutQuestion({ t }: Text): Promise<Question> {
  const { length: count } = await ownOnes().catch(() => []);
  const message = count > 0 ? t('offline.signOutQuestion', { count }) : t('common.signOutQuestion');
  return { message, yes: t('common.signOut'), danger: count > 0 };
}

/**
 * Asks the server to end every session of the person, and waits for its answer for two seconds. A sign-out without an
 * answer is sent again once there is a network (`UnheardSignOut`).
 * @returns whether it has ended them
 */
export async function endSessions(): Promise<boolean> {
  noteSignOut(true);
  const late = new AbortController();
  const ending = call('signOut', {}, { idempotencyKey: crypto.randomUUID(), signal: late.signal }).then(
    () => {
      noteSignOut(false);
      return true;
    },
    () => false,
  );
  const patience = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000));
  // A late answer would take the cookie of the person who signs in next.
  return Promise.race([ending, patience]).finally(() => late.abort());
}

type SigningOut = {
  text: Text;
  client: QueryClient;
  confirm: (question: Question) => Promise<boolean>;
  goToStart: () => void;
};

/** Asks the person, ends every session, leads to the start page, and forgets the person on this device. */
export async function signOut({ text, client, confirm, goToStart }: SigningOut): Promise<void> {
  if (!(await confirm(await signOutQuestion(text)))) return;
  // The server ends every session; without a connection this device at least forgets.
  const isHeard = await endSessions();
  goToStart();
  // Follows at once: the start page must not show while the device still remembers the person.
  await forgetPerson(client);
  if (isHeard) toast.success(text.t('common.signedOut'));
  else toast.info(text.t('common.signedOutHere'));
}

/** Takes from this device all that it keeps of the person signed in. Without a network the server hears of it later. */
export async function forgetPerson(client: QueryClient): Promise<void> {
  const { user } = readSession();
  forgetDrafts();
  endSession();
  client.clear();
  await Promise.all([forgetWaiting(user?.id), forgetPictures(), endPush()]).catch(() => undefined);
}
