import type { ReturnReason } from '@sathi/domain/proposals.ts';
import type { Language } from '../http/language.ts';
import { email, type Line, line, linkLine, type Notice, shortTitle } from './notice.ts';

/** What every mail about a proposal names. */
export type About = { readonly title: string; readonly mfiName: string; readonly url: string };

/** T6, to the owner: the whole amount is there. */
export function fullyBackedOwner(language: Language, about: About & { readonly amount: string }): Notice {
  const { title, mfiName, amount, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Fully backed: ${shortTitle(title)}`,
    be: `পুরো অর্থ জোগাড় হয়েছে: ${shortTitle(title)}`,
    ar: `اكتمل التمويل: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`Your proposal “${title}” has reached its whole amount of ${amount}.`,
      line`Next, ${mfiName} releases the money.`,
    ],
    be: [line`আপনার প্রস্তাব “${title}” পুরো ${amount} পেয়েছে।`, line`এবার ${mfiName} অর্থ ছাড় করবে।`],
    ar: [line`اكتمل مبلغ طلبك «${title}» وقدره ${amount}.`, line`الخطوة التالية: تصرف ${mfiName} المبلغ.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** T6, to everybody who backed it. */
export function fullyBackedBacker(language: Language, about: About & { readonly amount: string }): Notice {
  const { title, mfiName, amount, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Fully backed: ${shortTitle(title)}`,
    be: `পুরো অর্থ জোগাড় হয়েছে: ${shortTitle(title)}`,
    ar: `اكتمل التمويل: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`“${title}”, which you back with ${amount}, has reached its whole amount.`,
      line`Next, ${mfiName} releases the money.`,
    ],
    be: [line`আপনি “${title}”-এ ${amount} দিয়েছেন। প্রস্তাবটি এখন পুরো অর্থ পেয়েছে।`, line`এবার ${mfiName} অর্থ ছাড় করবে।`],
    ar: [line`اكتمل مبلغ «${title}» الذي ساهمت فيه بمبلغ ${amount}.`, line`الخطوة التالية: تصرف ${mfiName} المبلغ.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** T6, to the staff of the institution. */
export function fullyBackedStaff(language: Language, about: About & { readonly amount: string }): Notice {
  const { title, amount, url } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Ready for you: ${shortTitle(title)}`,
    be: `আপনার অপেক্ষায়: ${shortTitle(title)}`,
    ar: `بانتظارك: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [line`“${title}” is fully backed with ${amount}. Please check it, if you have not yet, and release the funds.`],
    be: [line`“${title}” পুরো ${amount} পেয়েছে। যাচাই বাকি থাকলে যাচাই করে অর্থ ছাড় করুন।`],
    ar: [line`اكتمل تمويل «${title}» بمبلغ ${amount}. يرجى التحقق منه إن لم يتم ذلك بعد ثم صرف المبلغ.`],
  };
  return email(language, subject[language], lines[language], url);
}

/** T8 and T9, to the owner. */
export function expiredOwner(language: Language, { title, url }: About): Notice {
  const subject: Readonly<Record<Language, string>> = {
    en: `Funding has ended: ${shortTitle(title)}`,
    be: `অর্থ সংগ্রহের সময় শেষ: ${shortTitle(title)}`,
    ar: `انتهت مدة التمويل: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`The time for “${title}” has ended. It is a draft again, and its backers have their money back.`,
      line`You may change it and publish it again.`,
    ],
    be: [
      line`“${title}”-এর সময় শেষ হয়েছে। এটি আবার খসড়া হয়েছে, আর যাঁরা অর্থ দিয়েছিলেন তাঁরা তা ফেরত পেয়েছেন।`,
      line`আপনি এটি বদলে আবার প্রকাশ করতে পারেন।`,
    ],
    ar: [line`انتهت مدة «${title}». عاد الطلب مسودة، واستعاد الداعمون أموالهم.`, line`يمكنك تعديله ونشره من جديد.`],
  };
  return email(language, subject[language], lines[language], url);
}

const REASONS: Readonly<Record<Language, Readonly<Record<ReturnReason, string>>>> = {
  en: {
    privacy_text: 'the text tells too much about a person',
    privacy_photo: 'a picture shows too much about a person',
    other_person_in_photo: 'another person can be recognised in a picture',
    wrong_amount: 'the amount is not right',
    wrong_category: 'it is in the wrong place',
    duplicate: 'the same proposal exists already',
    needs_detail: 'more detail is needed',
    other: 'another reason',
  },
  be: {
    privacy_text: 'লেখায় কারও সম্পর্কে বেশি ব্যক্তিগত তথ্য আছে',
    privacy_photo: 'ছবিতে কারও সম্পর্কে বেশি ব্যক্তিগত তথ্য আছে',
    other_person_in_photo: 'ছবিতে অন্য একজনকে চেনা যায়',
    wrong_amount: 'টাকার পরিমাণ ঠিক নয়',
    wrong_category: 'এটি ভুল জায়গায় আছে',
    duplicate: 'একই প্রস্তাব আগেই আছে',
    needs_detail: 'আরও বিস্তারিত দরকার',
    other: 'অন্য কারণ',
  },
  ar: {
    privacy_text: 'النص يكشف معلومات شخصية أكثر من اللازم',
    privacy_photo: 'الصورة تكشف معلومات شخصية أكثر من اللازم',
    other_person_in_photo: 'يمكن التعرف على شخص آخر في الصورة',
    wrong_amount: 'المبلغ غير صحيح',
    wrong_category: 'الطلب في غير مكانه',
    duplicate: 'الطلب نفسه موجود من قبل',
    needs_detail: 'يلزم مزيد من التفاصيل',
    other: 'سبب آخر',
  },
};

/** T10, to the owner (R2.5). */
export function returnedOwner(
  language: Language,
  { title, mfiName, url, reason, note }: About & { readonly reason: ReturnReason; readonly note: string },
): Notice {
  const why = REASONS[language][reason];
  const subject: Readonly<Record<Language, string>> = {
    en: `Please look again: ${shortTitle(title)}`,
    be: `আবার দেখুন: ${shortTitle(title)}`,
    ar: `يرجى المراجعة: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`${mfiName} has sent “${title}” back to you: ${why}.`,
      line`${note}`,
      line`It is a draft again. Change it and publish it when it is ready.`,
    ],
    be: [
      line`${mfiName} “${title}” আপনার কাছে ফেরত পাঠিয়েছে: ${why}।`,
      line`${note}`,
      line`এটি আবার খসড়া হয়েছে। ঠিক করে নিয়ে প্রকাশ করুন।`,
    ],
    ar: [
      line`أعادت ${mfiName} إليك «${title}»: ${why}.`,
      line`${note}`,
      line`عاد الطلب مسودة. عدّله ثم انشره حين يكون جاهزاً.`,
    ],
  };
  return email(
    language,
    subject[language],
    lines[language].filter(({ text }) => text !== ''),
    url,
  );
}

/** T8 to T10, to each backer: what they got back, where it is, and who else waits for it (R5.3). */
export function backingReleased(
  language: Language,
  about: About & {
    readonly amount: string;
    readonly toCredit: string;
    readonly credit: string;
    readonly similar: readonly Pick<About, 'title' | 'url'>[];
  },
): Notice {
  const { title, amount, toCredit, credit, similar } = about;
  const subject: Readonly<Record<Language, string>> = {
    en: `Your money is back: ${shortTitle(title)}`,
    be: `আপনার অর্থ ফেরত এসেছে: ${shortTitle(title)}`,
    ar: `عادت إليك أموالك: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line[]>> = {
    en: [
      line`“${title}” is no longer open. The ${amount} you backed it with went back where they came from, ${toCredit} of them to your credit.`,
      line`Your credit is now ${credit}. Others are waiting for a backer:`,
    ],
    be: [
      line`“${title}” আর খোলা নেই। আপনার দেওয়া ${amount} যেখান থেকে এসেছিল সেখানে ফিরে গেছে; এর মধ্যে ${toCredit} আপনার জমায়।`,
      line`আপনার জমা এখন ${credit}। আরও অনেকে সহায়তার অপেক্ষায় আছেন:`,
    ],
    ar: [
      line`لم يعد «${title}» مفتوحاً. عاد مبلغ ${amount} الذي ساهمت به إلى مصدره، منه ${toCredit} إلى رصيدك.`,
      line`رصيدك الآن ${credit}. هناك آخرون ينتظرون من يدعمهم:`,
    ],
  };
  const others = similar.map((other) => linkLine(other.title, other.url));
  return email(language, subject[language], [...lines[language], ...others], about.url);
}
