import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { sendWaiting } from './send-waiting.ts';
import { type KeptCall, onWaitingChange } from './waiting.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { WAITS } from './use-waiting.ts';
import { toast } from '../../ui/toast.ts';

const EVERY_MS = 30_000;

const STALE: Record<KeptCall, (about: string) => QueryKey> = {
  sendMessage: () => queryKeys.allMessages,
  createUpdate: (about) => queryKeys.updates(about),
  createProposal: () => queryKeys.proposals,
  askHardship: (about) => queryKeys.hardships(about),
};

/** Sends the waiting words: at the start, when the network returns, and every half minute. Once in a page. */
export function useSending(): void {
  const client = useQueryClient();
  const { t } = useText();
  const { user } = useSession();
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const send = async () => {
      if (!navigator.onLine) return;
      const decided = await sendWaiting(Date.now()).catch(() => []);
      for (const { waiting, error } of decided) {
        void client.invalidateQueries({ queryKey: STALE[waiting.name](waiting.about) });
        // Refused words say so in their place and above every page.
        if (error && waiting.made !== undefined)
          toast.error(t('updates.mailFailed', { reason: errorSentence(error, t) }));
      }
      const count = decided.filter(({ waiting, error }) => !error || waiting.made !== undefined).length;
      if (count > 0) toast.success(t('offline.sent', { count }));
    };
    const listener = () => void send();
    listener();
    const stop = onWaitingChange(() => undefined);
    const timer = setInterval(listener, EVERY_MS);
    for (const name of ['online', WAITS]) addEventListener(name, listener);
    return () => {
      stop();
      clearInterval(timer);
      for (const name of ['online', WAITS]) removeEventListener(name, listener);
    };
  }, [client, t, userId]);
}
