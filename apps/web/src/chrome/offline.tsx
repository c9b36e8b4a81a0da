import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forgetSavedQueries, keepQueries } from '../lib/persisted-queries.ts';
import { registerServiceWorker } from '../lib/service-worker-registration.ts';
import { useSession } from '../lib/session.ts';
import { useSendingOutbox } from '../lib/use-outbox.ts';

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
    if (hasLeft) client.removeQueries({ type: 'inactive' });
    let stop = () => {};
    let isOver = false;
    void (hasLeft ? forgetSavedQueries() : Promise.resolve()).then(() => {
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
