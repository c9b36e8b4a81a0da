import type { Language } from '../http/language.ts';
import { email, type Line, type Notice, sms } from './notice.ts';

/** Named first, because an SMS has no sender's name in most countries. */
export function eventSms(sentence: Line): Notice {
  return sms(`Sathi: ${sentence.text}`);
}

/** An e-mail that says one thing, in its subject already. `more` is what only the page and the mail have room for. */
export function eventEmail(language: Language, sentence: Line, url: string, more: readonly Line[] = []): Notice {
  return email(language, sentence.text.replace(/[.।]$/u, ''), [sentence, ...more], url);
}
