import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsComplete } from './use-is-complete.ts';

/** Answers that take longer hold nothing up. */
const PATIENCE_MS = 3_000;
/** A page asks again when it draws its first answers; a slow phone takes so long for that. */
const QUIET_MS = 500;

/**
 * Whether the page is complete, all that it asked at first has been answered, and the answers have been drawn. For parts
 * around those that ask: their effects run after.
 */
export function useIsAnswered(): boolean {
  const client = useQueryClient();
  const isComplete = useIsComplete();
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (!isComplete || isAnswered) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setAnswered(true), client.isFetching() === 0 ? QUIET_MS : PATIENCE_MS);
    };
    const stop = client.getQueryCache().subscribe(wait);
    wait();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, isComplete, isAnswered]);
  return isAnswered;
}
