import type { Language } from '../../http/language.ts';

type Words = {
  readonly name: string;
  readonly product: string;
  readonly poster: string;
  /** The amounts are written already. */
  readonly toGo: (left: string, amount: string) => string;
  readonly repaid: string;
  /** The same of a loan of which a part was given up. */
  readonly forgiven: string;
  readonly lend: string;
  readonly risk: string;
  readonly scan: string;
  readonly through: (mfiName: string) => string;
  readonly code: string;
  /** The name of a campaign without a title (R16.6). */
  readonly campaign: (mfiName: string) => string;
  readonly language: string;
  readonly print: string;
};

/** The words of posters and status pictures. They promise nothing. */
export const SHARE_WORDS: Readonly<Record<Language, Words>> = {
  en: {
    name: 'English',
    product: 'Sathi',
    poster: 'Poster',
    toGo: (left, amount) => `${left} to go of ${amount}`,
    repaid: 'Paid back in full',
    forgiven: 'Nothing is owed any more',
    lend: 'You can lend from $1, without interest.',
    risk: 'The plan is to pay it back month by month. The money may come late, in part, or not at all.',
    scan: 'Point the camera of your phone at this',
    through: (mfiName) => `Through ${mfiName}`,
    code: 'Code with the address of this page',
    campaign: (mfiName) => `Campaign of ${mfiName}`,
    language: 'Language',
    print: 'Print',
  },
  be: {
    name: 'বাংলা',
    product: 'সাথী',
    poster: 'পোস্টার',
    toGo: (left, amount) => `${amount}-এর মধ্যে আরও ${left} দরকার`,
    repaid: 'পুরো শোধ হয়েছে',
    forgiven: 'আর কিছু পাওনা নেই',
    lend: '$1 থেকে বিনা সুদে ধার দেওয়া যায়।',
    risk: 'মাসে মাসে শোধ করার পরিকল্পনা। টাকা দেরিতে বা আংশিক ফিরতে পারে, একেবারে না-ও ফিরতে পারে।',
    scan: 'ফোনের ক্যামেরা এর দিকে ধরুন',
    through: (mfiName) => `${mfiName}-এর মাধ্যমে`,
    code: 'এই পাতার ঠিকানার কোড',
    campaign: (mfiName) => `${mfiName}-এর ক্যাম্পেইন`,
    language: 'ভাষা',
    print: 'ছাপুন',
  },
  ar: {
    name: 'العربية',
    product: 'ساتي',
    poster: 'ملصق',
    toGo: (left, amount) => `بقي ${left} من ${amount}`,
    repaid: 'تم سداده كاملًا',
    forgiven: 'لم يبق شيء مستحق',
    lend: 'يمكنك أن تُقرض ابتداءً من دولار واحد بلا فائدة.',
    risk: 'الخطة أن يُسدَّد القرض شهرًا بعد شهر. وقد يعود المال متأخرًا أو ناقصًا، أو لا يعود أبدًا.',
    scan: 'وجّه كاميرا هاتفك إلى هذا الرمز',
    through: (mfiName) => `عبر ${mfiName}`,
    code: 'رمز فيه عنوان هذه الصفحة',
    campaign: (mfiName) => `حملة ${mfiName}`,
    language: 'اللغة',
    print: 'اطبع',
  },
};
