import { useSyncExternalStore } from 'react';
import { isHelpMode } from './help-mode.ts';

/** A picture that takes longer holds nothing up. */
const PATIENCE_MS = 3_000;

let hasWaited = false;

/**
 * Whether what the page was sent with has come; in the help mode it always has, since nothing acts without explanations.
 * False on the server, and in the first render of what it drew.
 */
export function useIsComplete(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasWaited || document.readyState === 'complete' || isHelpMode(),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const timer = setTimeout(() => {
    hasWaited = true;
    listener();
  }, PATIENCE_MS);
  addEventListener('load', listener);
  return () => {
    clearTimeout(timer);
    removeEventListener('load', listener);
  };
}
