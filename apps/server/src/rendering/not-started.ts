import { pageText } from '../http/sentences.ts';
import type { Locale } from './share-head.ts';

/**
 * The markup in the head: the style of the words where scripts are off, and the script that says them in a browser too
 * old for the app.
 */
export const NOT_STARTED_HEAD =
  '<noscript><link rel="stylesheet" href="/not-started.css"></noscript><script async src="/not-started.js"></script>';

/** The markup in the body: a browser without scripts shows it, and `not-started.js` takes its words from it. */
export function notStarted(locale: Locale): string {
  return `<noscript id="not-started"><p class="not-started">${pageText(locale, 'notStarted')}</p></noscript>`;
}
