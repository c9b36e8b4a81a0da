import type { Language } from '../http/language.ts';
import { email, type Line, line, type Notice, shortTitle } from './notice.ts';

export type ReportReason = 'privacy' | 'fraud' | 'offensive' | 'spam' | 'other';

type Reported = {
  readonly title: string;
  readonly author: string;
  readonly text: string;
  readonly reason: ReportReason;
  readonly url: string;
};

const REASONS: Readonly<Record<Language, Readonly<Record<ReportReason, string>>>> = {
  en: {
    privacy: 'it shows private details',
    fraud: 'it looks like fraud',
    offensive: 'it is offensive',
    spam: 'it is advertising',
    other: 'another reason',
  },
  be: {
    privacy: 'এতে ব্যক্তিগত তথ্য আছে',
    fraud: 'এটি প্রতারণা বলে মনে হয়',
    offensive: 'এটি অপমানজনক',
    spam: 'এটি বিজ্ঞাপন',
    other: 'অন্য কারণ',
  },
  ar: {
    privacy: 'فيها معلومات شخصية',
    fraud: 'تبدو احتيالًا',
    offensive: 'مسيئة',
    spam: 'إعلان',
    other: 'سبب آخر',
  },
};

/** R15.3, to the staff of the institution, who read the conversation anyway. */
export function messageReportedStaff(language: Language, { title, author, text, reason, url }: Reported): Notice {
  const why = REASONS[language][reason];
  const subject: Readonly<Record<Language, string>> = {
    en: `A message was reported: ${shortTitle(title)}`,
    be: `একটি বার্তা নিয়ে অভিযোগ এসেছে: ${shortTitle(title)}`,
    ar: `بلاغ عن رسالة: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`A reader reported a message of ${author} about “${title}”: ${why}.`,
      line`${author} wrote: “${text}”`,
      line`Please look at the conversation and decide what to do.`,
    ],
    be: [
      line`“${title}” নিয়ে ${author}-এর একটি বার্তা সম্পর্কে একজন পাঠক অভিযোগ করেছেন: ${why}।`,
      line`${author} লিখেছেন: “${text}”`,
      line`অনুগ্রহ করে কথোপকথনটি দেখে কী করা উচিত ঠিক করুন।`,
    ],
    ar: [
      line`أبلغ أحد القراء عن رسالة كتبها ${author} حول «${title}»: ${why}.`,
      line`كتب ${author}: «${text}»`,
      line`يرجى الاطلاع على المحادثة واتخاذ ما يلزم.`,
    ],
  };
  return email(language, subject[language], lines[language], url);
}
