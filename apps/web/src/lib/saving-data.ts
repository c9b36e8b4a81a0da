import { useSyncExternalStore } from 'react';

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

const CHOICE = 'pictures';

let listeners: (() => void)[] = [];

/** Pictures come when they are tapped: as the person chose on this device, else as the browser or a slow network asks. */
export function savesData(): boolean {
  const chosen = localStorage.getItem(CHOICE);
  if (chosen !== null) return chosen === 'tap';
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

export function chooseSavingData(saves: boolean): void {
  localStorage.setItem(CHOICE, saves ? 'tap' : 'all');
  for (const listener of listeners) listener();
}

/** The server does not know. */
export function useSavesData(): boolean {
  return useSyncExternalStore(subscribe, savesData, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}
