import type { Language } from '../http/language.ts';
import type { About } from './funding-notices.ts';
import { email, type Line, line, type Notice, shortTitle } from './notice.ts';

type News = About & { readonly ownerName: string };

const SUBJECT: Readonly<Record<Language, (title: string) => string>> = {
  en: (title) => `News from ${shortTitle(title)}`,
  be: (title) => `নতুন খবর: ${shortTitle(title)}`,
  ar: (title) => `خبر جديد: ${shortTitle(title)}`,
};

/** What stands before the borrower's own words. */
function opening(language: Language, { ownerName, title }: News): Line {
  const said: Readonly<Record<Language, Line>> = {
    en: line`${ownerName} writes how “${title}” is going:`,
    be: line`“${title}” কেমন চলছে, ${ownerName} লিখেছেন:`,
    ar: line`كتب ${ownerName} عن سير «${title}»:`,
  };
  return said[language];
}

/** What stands after them, before the link. */
function closing(language: Language, { mfiName }: News): Line {
  const said: Readonly<Record<Language, Line>> = {
    en: line`The picture is on the page of the loan at ${mfiName}:`,
    be: line`ছবিটি ${mfiName}-এর এই ঋণের পাতায় আছে:`,
    ar: line`الصورة في صفحة القرض لدى ${mfiName}:`,
  };
  return said[language];
}

/** To backers and invited people: the borrower told how the loan goes, in their own words. */
export function updateNews(language: Language, news: News & { readonly words: string }): Notice {
  const lines = [opening(language, news), line`${news.words}`, closing(language, news)];
  return email(language, SUBJECT[language](news.title), lines, news.url);
}

/** The same mail without the words, for whoever is about to send it. */
export function updateNewsPreview(language: Language, news: News) {
  // As `<bdi>` does in the mail: names keep their place in an Arabic line.
  const isolate = (text: string) => (language === 'ar' ? `\u2068${text}\u2069` : text);
  const { ownerName, title, mfiName, url } = news;
  const shown = { ownerName: isolate(ownerName), title: isolate(title), mfiName: isolate(mfiName), url };
  return {
    subject: SUBJECT[language](title),
    opening: opening(language, shown).text,
    closing: `${closing(language, shown).text} ${url}`,
  };
}
