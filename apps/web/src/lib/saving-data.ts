import { useSyncExternalStore } from 'react';

const CHOICE = 'pictures';

/** Pictures come when they are tapped: as the person chose on this device, else as the browser or a slow network asks. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  const chosen = localStorage.getItem(CHOICE);
  return chosen ? chosen === 'tap' : !!connection && (connection.saveData || /2g/.test(connection.effectiveType ?? ''));
}

/** The page is drawn anew. */
export function chooseSavingData(saves: boolean): void {
  localStorage.setItem(CHOICE, saves ? 'tap' : 'all');
  location.reload();
}

/** The server does not know, so a page that it drew shows its pictures at first. */
export function useSavesData(): boolean {
  return useSyncExternalStore(unchanging, savesData, () => false);
}

const unchanging = () => () => {};
