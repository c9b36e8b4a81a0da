import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const CHOICE = 'pictures';
/** The query key under which the server tells a page that it was drawn for a browser that saves data. */
export const DRAWN_SAVING = ['drawnSaving'] as const;

/**
 * Whether pictures come only when they are tapped: as the person chose on this device, else as the browser or a slow
 * network asks.
 */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  const chosen = localStorage.getItem(CHOICE);
  return chosen ? chosen === 'tap' : !!connection && (connection.saveData || /2g/.test(connection.effectiveType ?? ''));
}

/** Keeps the choice on this device and loads the page anew. */
export function chooseSavingData(saves: boolean): void {
  localStorage.setItem(CHOICE, saves ? 'tap' : 'all');
  location.reload();
}

/** The server knows the browser's request, not the choice made on the device: a page starts as it was drawn. */
export function useSavesData(): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(unchanging, savesData, () => client.getQueryData(DRAWN_SAVING) === true);
}

const unchanging = () => () => {};
