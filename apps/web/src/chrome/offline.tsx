import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { forgetAnswers, forgetSavedQueries, keepQueries } from '../lib/persisted-queries.ts';
import { forgetPictures, registerServiceWorker, whenQuiet } from '../lib/service-worker-registration.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { savesData } from '../lib/saving-data.ts';
import { useSession } from '../lib/session.ts';
import { useSending } from '../features/waiting/use-sending.ts';

const KeepAhead = lazy(() => import('./keep-ahead.tsx').catch(() => ({ default: Nothing })));

const Nothing = () => null;

/** The parts that let the app bear a missing network: it starts, shows saved pages, and sends waiting words later. */
export function Offline() {
  const client = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? null;
  useEffect(registerServiceWorker, []);
  useEffect(() => whenQuiet(() => void forgetOldWords().catch(() => undefined)), []);
  const [isAhead, setAhead] = useState(false);
  const before = useRef(userId);
  useEffect(() => {
    const hasLeft = before.current !== null && before.current !== userId;
    before.current = userId;
    // The person left: here, in another tab, or because the session ended.
    if (hasLeft) {
      forgetAnswers(client);
      void forgetPictures().catch(() => undefined);
    }
    let stop = () => {};
    let isOver = false;
    // Looks ahead once for each person and build: afterwards the device has a copy.
    const lookAhead = () => {
      const isKept = client.getQueryData(queryKeys.portfolio) !== undefined;
      if (!isOver && userId !== null && !isKept && !savesData() && navigator.onLine) setAhead(true);
    };
    void forgetSavedQueries(userId).then(() => {
      if (!isOver) stop = keepQueries(client, userId, () => whenQuiet(lookAhead));
    });
    return () => {
      isOver = true;
      setAhead(false);
      stop();
    };
  }, [client, userId]);
  useSending();
  const endAhead = useCallback(() => setAhead(false), []);
  return (
    isAhead && (
      <Suspense fallback={null}>
        <KeepAhead onDone={endAhead} />
      </Suspense>
    )
  );
}

/** Loads the code only here, since most pages have no form whose words are kept. */
async function forgetOldWords(): Promise<void> {
  const { forgetOldValues } = await import('../lib/kept-values.ts');
  forgetOldValues();
}
