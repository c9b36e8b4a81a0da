import type { Language } from '../http/language.ts';
import { email, type Line, line, type Notice, shortTitle } from './notice.ts';

/** What the staff of an institution write to everybody who backs a loan of their campaign. */
export function campaignNews(
  language: Language,
  { name, mfiName, text, url }: { name: string; mfiName: string; text: string; url: string },
): Notice {
  const subject: Readonly<Record<Language, string>> = {
    en: `News from ${mfiName}: ${shortTitle(name)}`,
    be: `${mfiName}-এর খবর: ${shortTitle(name)}`,
    ar: `أخبار من ${mfiName}: ${shortTitle(name)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`${mfiName} writes to everybody who backs a loan of “${name}”:`, line`${text}`],
    be: [line`“${name}” ক্যাম্পেইনের ঋণে যাঁরা পাশে আছেন, তাঁদের সবাইকে ${mfiName} লিখেছে:`, line`${text}`],
    ar: [line`تكتب ${mfiName} إلى كل من يدعم قرضًا من حملة «${name}»:`, line`${text}`],
  };
  return email(language, subject[language], lines[language], url);
}
