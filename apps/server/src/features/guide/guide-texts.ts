import type { Language } from '../../http/language.ts';

export const GUIDE_PAGES = ['start', 'borrower', 'backer', 'officer', 'operator'] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];

type Words = {
  readonly site: string;
  readonly pages: Readonly<Record<GuidePage, string>>;
  readonly onThisPage: string;
  readonly toApp: string;
  readonly language: string;
  readonly skip: string;
};

export const GUIDE_WORDS: Readonly<Record<Language, Words>> = {
  en: {
    site: 'Sathi guide',
    pages: {
      start: 'How it works',
      borrower: 'For borrowers',
      backer: 'For backers',
      officer: 'For officers',
      operator: 'For operators',
    },
    onThisPage: 'On this page',
    toApp: 'Back to Sathi',
    language: 'Language',
    skip: 'Skip to the text',
  },
  be: {
    site: 'সাথী নির্দেশিকা',
    pages: {
      start: 'কীভাবে কাজ করে',
      borrower: 'ঋণগ্রহীতার জন্য',
      backer: 'সহায়কের জন্য',
      officer: 'কর্মকর্তার জন্য',
      operator: 'পরিচালকের জন্য (ইংরেজি)',
    },
    onThisPage: 'এই পাতায়',
    toApp: 'সাথীতে ফিরুন',
    language: 'ভাষা',
    skip: 'লেখায় যান',
  },
  ar: {
    site: 'دليل ساتي',
    pages: {
      start: 'كيف يعمل',
      borrower: 'للمقترضين',
      backer: 'للداعمين',
      officer: 'للموظفين',
      operator: 'للمشغّلين (بالإنجليزية)',
    },
    onThisPage: 'في هذه الصفحة',
    toApp: 'العودة إلى ساتي',
    language: 'اللغة',
    skip: 'انتقل إلى النص',
  },
};
