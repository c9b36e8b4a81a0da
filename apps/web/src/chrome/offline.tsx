import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forgetAnswers, forgetSavedQueries, keepQueries } from '../lib/persisted-queries.ts';
import { forgetPictures, registerServiceWorker } from '../lib/service-worker-registration.ts';
import { useSession } from '../lib/session.ts';
import { useSendingOutbox } from './use-sending-outbox.ts';

/** What makes the app bear a missing network: it starts, shows what was seen last, and sends later what was written. */
export function Offline() {
  const client = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? null;
  useEffect(registerServiceWorker, []);
  const before = useRef(userId);
  useEffect(() => {
    const hasLeft = before.current !== null && before.current !== userId;
    before.current = userId;
    // However they left: here, in another tab, or because the session ended.
    if (hasLeft) {
      forgetAnswers(client);
      void forgetPictures().catch(() => undefined);
    }
    let stop = () => {};
    let isOver = false;
    void forgetSavedQueries(userId).then(() => {
      if (!isOver) stop = keepQueries(client, userId);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [client, userId]);
  useSendingOutbox();
  return null;
}
