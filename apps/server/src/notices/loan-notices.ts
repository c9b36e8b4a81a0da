import type { Language } from '../http/language.ts';
import type { About } from './funding-notices.ts';
import { email, type Line, line, type Notice, shortTitle } from './notice.ts';

/** To the owner: the institution has checked the proposal. */
export function approvedOwner(language: Language, { title, mfiName, url }: About): Notice {
  const subject: Readonly<Record<Language, string>> = {
    en: `Checked by ${mfiName}: ${shortTitle(title)}`,
    be: `${mfiName} যাচাই করেছে: ${shortTitle(title)}`,
    ar: `تحققت منه ${mfiName}: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`${mfiName} has checked and approved your proposal “${title}”.`],
    be: [line`${mfiName} আপনার প্রস্তাব “${title}” যাচাই করে অনুমোদন দিয়েছে।`],
    ar: [line`تحققت ${mfiName} من طلبك «${title}» ووافقت عليه.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** R2.4, to staff: what they approved was changed, so it waits for them again. */
export function approvalWithdrawnStaff(language: Language, { title, url }: About): Notice {
  const subject: Readonly<Record<Language, string>> = {
    en: `Changed, please check again: ${shortTitle(title)}`,
    be: `বদলেছে, আবার যাচাই করুন: ${shortTitle(title)}`,
    ar: `عُدّل ويحتاج تحققًا جديدًا: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`“${title}” was changed after you approved it, so it is not approved any more. Please check it again.`],
    be: [line`অনুমোদনের পর “${title}” বদলানো হয়েছে, তাই অনুমোদনটি আর নেই। অনুগ্রহ করে আবার যাচাই করুন।`],
    ar: [line`عُدّل «${title}» بعد موافقتكم عليه، فلم تعد الموافقة سارية. يرجى التحقق منه من جديد.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** T11, to the owner. */
export function fundsReleasedOwner(language: Language, about: About & { readonly amount: string }): Notice {
  const { title, mfiName, amount, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Your money is ready: ${shortTitle(title)}`,
    be: `আপনার অর্থ প্রস্তুত: ${shortTitle(title)}`,
    ar: `مبلغك جاهز: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`${mfiName} has released ${amount} for “${title}”.`,
      line`Open the proposal to say how you want to receive it, and to see when to repay.`,
    ],
    be: [
      line`${mfiName} “${title}”-এর জন্য ${amount} ছাড় করেছে।`,
      line`কীভাবে অর্থ নেবেন তা জানাতে আর কিস্তির তারিখ দেখতে প্রস্তাবটি খুলুন।`,
    ],
    ar: [
      line`صرفت ${mfiName} مبلغ ${amount} من أجل «${title}».`,
      line`افتح الطلب لتحدد كيف تستلم المبلغ ولترى مواعيد السداد.`,
    ],
  };
  return email(language, subject[language], lines[language], url);
}

/** T11, to everybody who backed it. */
export function fundsReleasedBacker(language: Language, about: About & { readonly amount: string }): Notice {
  const { title, mfiName, amount, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `On its way: ${shortTitle(title)}`,
    be: `অর্থ পৌঁছাচ্ছে: ${shortTitle(title)}`,
    ar: `المبلغ في طريقه: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`${mfiName} has released the money for “${title}”, ${amount} of it from you.`,
      line`You will hear from us with every repayment.`,
    ],
    be: [line`${mfiName} “${title}”-এর অর্থ ছাড় করেছে; এর মধ্যে ${amount} আপনার।`, line`প্রতিটি কিস্তি এলে আমরা আপনাকে জানাব।`],
    ar: [line`صرفت ${mfiName} مبلغ «${title}»، ومنه ${amount} منك.`, line`سنخبرك عند كل دفعة سداد.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** To the owner: a payment was found to have arrived. */
export function paymentApprovedOwner(
  language: Language,
  about: About & { readonly amount: string; readonly outstanding: string },
): Notice {
  const { title, amount, outstanding, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Payment received: ${amount}`,
    be: `কিস্তি পাওয়া গেছে: ${amount}`,
    ar: `وصلت الدفعة: ${amount}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`Your payment of ${amount} for “${title}” was received. ${outstanding} are left to repay.`],
    be: [line`“${title}”-এর জন্য আপনার ${amount} পাওয়া গেছে। আর ${outstanding} শোধ করা বাকি।`],
    ar: [line`وصلت دفعتك وقدرها ${amount} عن «${title}». بقي للسداد ${outstanding}.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** To a backer: their share of a payment (R9.1). */
export function paymentApprovedBacker(
  language: Language,
  about: About & { readonly share: string; readonly credit: string },
): Notice {
  const { title, share, credit, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `${share} came back to you`,
    be: `আপনার কাছে ${share} ফিরেছে`,
    ar: `عاد إليك ${share}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`A repayment of “${title}” has arrived. Your share is ${share}, and your credit is now ${credit}.`],
    be: [line`“${title}”-এর একটি কিস্তি এসেছে। আপনার অংশ ${share}; আপনার জমা এখন ${credit}।`],
    ar: [line`وصلت دفعة سداد من «${title}». حصتك ${share} ورصيدك الآن ${credit}.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** T13, to the owner. */
export function repaidOwner(language: Language, about: About & { readonly amount: string }): Notice {
  const { title, amount, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Fully repaid: ${shortTitle(title)}`,
    be: `সম্পূর্ণ শোধ হয়েছে: ${shortTitle(title)}`,
    ar: `تم السداد كاملاً: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`You have repaid all ${amount} of “${title}”. Congratulations!`, line`You may now thank your backers.`],
    be: [line`আপনি “${title}”-এর পুরো ${amount} শোধ করেছেন। অভিনন্দন!`, line`এখন আপনার সহায়তাকারীদের ধন্যবাদ জানাতে পারেন।`],
    ar: [line`سددت كامل مبلغ «${title}» وقدره ${amount}. تهانينا!`, line`يمكنك الآن أن تشكر داعميك.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** T13, to everybody who backed it. */
export function repaidBacker(language: Language, about: About & { readonly credit: string }): Notice {
  const { title, credit, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Fully repaid: ${shortTitle(title)}`,
    be: `সম্পূর্ণ শোধ হয়েছে: ${shortTitle(title)}`,
    ar: `تم السداد كاملاً: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`“${title}” is fully repaid. Thank you for backing it.`,
      line`Your credit is now ${credit}, and you may lend it again.`,
    ],
    be: [
      line`“${title}” সম্পূর্ণ শোধ হয়েছে। পাশে থাকার জন্য ধন্যবাদ।`,
      line`আপনার জমা এখন ${credit}; চাইলে আবার কাউকে সহায়তা করতে পারেন।`,
    ],
    ar: [line`تم سداد «${title}» كاملاً. شكراً لدعمك.`, line`رصيدك الآن ${credit}، ويمكنك أن تدعم به آخرين.`],
  };
  return email(language, subject[language], lines[language], url);
}
