import type { Language } from '../http/language.ts';
import type { About } from './funding-notices.ts';
import { email, type Line, line, type Notice, shortTitle } from './notice.ts';

type Thanks = About & { readonly ownerName: string; readonly backerName: string; readonly amount: string };

const THANKS_SUBJECT: Readonly<Record<Language, (title: string) => string>> = {
  en: (title) => `Thank you: ${shortTitle(title)}`,
  be: (title) => `ধন্যবাদ: ${shortTitle(title)}`,
  ar: (title) => `شكرًا لك: ${shortTitle(title)}`,
};

/** R12.8, from the borrower to a backer. */
export function thankYou(language: Language, { title, ownerName, backerName, amount, mfiName, url }: Thanks): Notice {
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`Dear ${backerName}, ${ownerName} thanks you for backing “${title}” with ${amount}.`,
      line`You can follow how it goes on the page of the loan at ${mfiName}:`,
    ],
    be: [
      line`প্রিয় ${backerName}, “${title}”-এ ${amount} দেওয়ার জন্য ${ownerName} আপনাকে ধন্যবাদ জানিয়েছেন।`,
      line`কেমন চলছে তা ${mfiName}-এর এই ঋণের পাতায় দেখতে পারবেন:`,
    ],
    ar: [
      line`${backerName}، يشكرك ${ownerName} على دعمك «${title}» بمبلغ ${amount}.`,
      line`يمكنك متابعة ما يجري في صفحة القرض لدى ${mfiName}:`,
    ],
  };
  return email(language, THANKS_SUBJECT[language](title), lines[language], url);
}

/** R12.8, from the borrower to a backer, once everything is paid back. */
export function thanksAfterRepaid(
  language: Language,
  { title, ownerName, backerName, amount, mfiName, url }: Thanks,
): Notice {
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`Dear ${backerName}, “${title}” is paid back in full. ${ownerName} thanks you for the ${amount} that made it possible.`,
      line`The whole story is on the page of the loan at ${mfiName}:`,
    ],
    be: [
      line`প্রিয় ${backerName}, “${title}”-এর পুরো ঋণ শোধ হয়েছে। আপনার ${amount} এটি সম্ভব করেছে, তাই ${ownerName} আপনাকে ধন্যবাদ জানিয়েছেন।`,
      line`পুরো গল্পটি ${mfiName}-এর এই ঋণের পাতায় আছে:`,
    ],
    ar: [
      line`${backerName}، سُدّد قرض «${title}» بالكامل. يشكرك ${ownerName} على مبلغ ${amount} الذي جعل ذلك ممكنًا.`,
      line`القصة كاملة في صفحة القرض لدى ${mfiName}:`,
    ],
  };
  return email(language, THANKS_SUBJECT[language](title), lines[language], url);
}

type Near = About & { readonly days: 7 | 2; readonly remaining: string };

/** How long is left, as each language counts it. */
const LEFT: Readonly<Record<Language, Readonly<Record<7 | 2, string>>>> = {
  en: { 7: '7 days', 2: '2 days' },
  be: { 7: '৭ দিন', 2: '২ দিন' },
  ar: { 7: '٧ أيام', 2: 'يومين' },
};

const NEAR_SUBJECT: Readonly<Record<Language, (days: 7 | 2, title: string) => string>> = {
  en: (days, title) => `${LEFT.en[days]} left: ${shortTitle(title)}`,
  be: (days, title) => `আর ${LEFT.be[days]}: ${shortTitle(title)}`,
  ar: (days, title) => `${days === 7 ? 'بقيت ٧ أيام' : 'بقي يومان'}: ${shortTitle(title)}`,
};

/** R5.4, to the owner. */
export function deadlineNearOwner(language: Language, { title, days, remaining, url }: Near): Notice {
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`Funding of “${title}” ends in ${LEFT.en[days]}, and ${remaining} are still missing.`,
      line`Now is a good time to share it and to invite people:`,
    ],
    be: [
      line`“${title}”-এর অর্থ সংগ্রহ আর ${LEFT.be[days]} চলবে, এখনও ${remaining} বাকি।`,
      line`শেয়ার করার আর মানুষকে আমন্ত্রণ জানানোর এটাই ভালো সময়:`,
    ],
    ar: [
      line`ينتهي تمويل «${title}» بعد ${LEFT.ar[days]}، وما زال ينقصه ${remaining}.`,
      line`الآن وقت مناسب لمشاركته ولدعوة الناس:`,
    ],
  };
  return email(language, NEAR_SUBJECT[language](days, title), lines[language], url);
}

/** R5.4, to somebody who was invited and has not backed it. */
export function deadlineNearInvited(
  language: Language,
  { title, days, remaining, inviterName, url }: Near & { readonly inviterName: string },
): Notice {
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`${inviterName} invited you to back “${title}”. Funding ends in ${LEFT.en[days]}, and ${remaining} are still missing.`,
      line`Whatever you give helps, from one dollar:`,
    ],
    be: [
      line`${inviterName} আপনাকে “${title}”-এ সহায়তা করতে আমন্ত্রণ জানিয়েছিলেন। আর ${LEFT.be[days]} বাকি, এখনও ${remaining} দরকার।`,
      line`এক ডলার থেকে যা-ই দিন, কাজে লাগবে:`,
    ],
    ar: [
      line`دعاك ${inviterName} إلى دعم «${title}». ينتهي التمويل بعد ${LEFT.ar[days]}، وما زال ينقصه ${remaining}.`,
      line`كل مبلغ يساعد، ابتداءً من دولار واحد:`,
    ],
  };
  return email(language, NEAR_SUBJECT[language](days, title), lines[language], url);
}
