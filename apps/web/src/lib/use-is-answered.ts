import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsComplete } from './use-is-complete.ts';

/** Answers that take longer hold nothing up. */
const PATIENCE_MS = 3_000;

/** Whether the page is complete, and all that it asked at first has been answered. For parts around those that ask: their effects run after. */
export function useIsAnswered(): boolean {
  const client = useQueryClient();
  const isComplete = useIsComplete();
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (!isComplete || isAnswered) return undefined;
    const look = () => {
      if (client.isFetching() === 0) setAnswered(true);
    };
    const timer = setTimeout(() => setAnswered(true), PATIENCE_MS);
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') look();
    });
    look();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, isComplete, isAnswered]);
  return isAnswered;
}
