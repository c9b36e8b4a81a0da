import type { Language } from '../http/language.ts';
import { email, type Line, line, type Notice, shortTitle } from './notice.ts';

type News = { readonly name: string; readonly mfiName: string; readonly url: string };

const SUBJECT: Readonly<Record<Language, (news: News) => string>> = {
  en: ({ name, mfiName }) => `News from ${mfiName}: ${shortTitle(name)}`,
  be: ({ name, mfiName }) => `${mfiName}-এর খবর: ${shortTitle(name)}`,
  ar: ({ name, mfiName }) => `أخبار من ${mfiName}: ${shortTitle(name)}`,
};

const OPENING: Readonly<Record<Language, (news: News) => Line>> = {
  en: ({ name, mfiName }) => line`${mfiName} writes to everybody who backs a loan of “${name}”:`,
  be: ({ name, mfiName }) => line`“${name}” ক্যাম্পেইনের ঋণে যাঁরা পাশে আছেন, তাঁদের সবাইকে ${mfiName} লিখেছে:`,
  ar: ({ name, mfiName }) => line`تكتب ${mfiName} إلى كل من يدعم قرضًا من حملة «${name}»:`,
};

/** What the staff of an institution write to everybody who backs a loan of their campaign. */
export function campaignNews(language: Language, { text, ...news }: News & { readonly text: string }): Notice {
  return email(language, SUBJECT[language](news), [OPENING[language](news), line`${text}`], news.url);
}

/** The same mail without the words, for whoever is about to send it. */
export function campaignNewsPreview(language: Language, news: News) {
  return { subject: SUBJECT[language](news), opening: OPENING[language](news).text, closing: news.url };
}
