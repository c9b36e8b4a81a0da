import type { Locale } from './share-head.ts';

/** The browsers are those of `browserslist` in `package.json`; `not-started.unit.test.ts` holds one against the other. */
const WORDS: Readonly<Record<Locale, string>> = {
  en: 'Sathi has not started here. It needs scripts, and Chrome or Opera 92, Safari 15 (iOS 15), Firefox 102 or newer. With these, load the page again: nothing that you typed is lost. Loans and the guide can be read all the same.',
  be: 'এখানে সাথী চালু হয়নি। এর জন্য স্ক্রিপ্ট চালু থাকা চাই, আর চাই Chrome বা Opera 92, Safari 15 (iOS 15), Firefox 102 বা তার চেয়ে নতুন ব্রাউজার। এগুলো থাকলে পাতাটি আবার খুলুন: আপনি যা লিখেছেন তার কিছুই হারায়নি। ঋণের কথা ও নির্দেশিকা এমনিতেও পড়া যায়।',
  ar: 'لم يبدأ ساتي هنا. يحتاج إلى تشغيل النصوص البرمجية وإلى Chrome أو Opera 92 أو Safari 15 (iOS 15) أو Firefox 102 أو أحدث. بعد ذلك افتح الصفحة من جديد: لم يضع شيء مما كتبته. ويمكن قراءة القروض والدليل على كل حال.',
};

/**
 * The markup in the head: the style of the words where scripts are off, and the script that says them in a browser too
 * old for the app.
 */
export const NOT_STARTED_HEAD =
  '<noscript><link rel="stylesheet" href="/not-started.css"></noscript><script async src="/not-started.js"></script>';

/** The markup in the body: a browser without scripts shows it, and `not-started.js` takes its words from it. */
export function notStarted(locale: Locale): string {
  return `<noscript id="not-started"><p class="not-started">${WORDS[locale]}</p></noscript>`;
}
