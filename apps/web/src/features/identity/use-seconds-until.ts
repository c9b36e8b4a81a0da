import { useEffect, useState } from 'react';

/** Whole seconds until a moment in milliseconds since 1970, counted down once a second; 0 when it has passed. */
export function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setSeconds(secondsUntil(moment));
    if (secondsUntil(moment) === 0) return undefined;
    const timer = setInterval(() => {
      const left = secondsUntil(moment);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
