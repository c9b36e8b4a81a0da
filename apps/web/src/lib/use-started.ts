import { useEffect } from 'react';

/** Tells `public/not-started.js` that the app is there. */
export function useStarted(): void {
  useEffect(() => {
    document.documentElement.dataset['started'] = '';
  }, []);
}
