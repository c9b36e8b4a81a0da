import type { Page } from '@playwright/test';

/**
 * The answers this browser keeps for the time without a network, as one text. They are written a second after they
 * came.
 */
export const savedAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('sathi-saved');
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
        opening.onsuccess = () => {
          const asking = opening.result.transaction('answers').objectStore('answers').getAll();
          asking.onsuccess = () => resolve(JSON.stringify(asking.result));
          asking.onerror = () => reject(asking.error ?? new Error('not read'));
        };
      }),
  );
