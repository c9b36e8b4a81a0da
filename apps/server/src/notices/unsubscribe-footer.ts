import type { Language } from '../http/language.ts';
import { escapeHtml } from './notice.ts';

const WORDS: Readonly<Record<Language, string>> = {
  en: 'No more e-mails like this:',
  be: 'এ ধরনের ইমেইল আর না চাইলে:',
  ar: 'لإيقاف رسائل كهذه:',
};

/** A last line for people whose mail program offers no button of its own. */
export function withUnsubscribeFooter<Message extends { readonly text: string; readonly html: string }>(
  message: Message,
  language: Language,
  pageUrl: string,
): Message {
  const words = WORDS[language];
  const url = escapeHtml(pageUrl);
  const footer = `<p><small>${words} <a href="${url}">${url}</a></small></p>`;
  return {
    ...message,
    text: `${message.text}\n${words} ${pageUrl}\n`,
    html: message.html.replace(/<\/body><\/html>$/, () => `${footer}</body></html>`),
  };
}
