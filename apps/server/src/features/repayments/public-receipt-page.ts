import { createHash } from 'node:crypto';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { findReceipt } from '@sathi/contract/repayments.ts';
import { writeLocal } from '@sathi/domain/local-money.ts';
import { dollarsOf } from '@sathi/domain/money.ts';
import { dollarFormat, intlTag } from '@sathi/texts/figures.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { HTML_LANG, type Language } from '../../http/language.ts';

export type PublicReceipt = DataOf<typeof findReceipt>;

type Words = Readonly<
  Record<'genuine' | 'number' | 'amount' | 'paidOn' | 'mfi' | 'reference' | 'state' | 'none', string>
> & {
  readonly states: Readonly<Record<PublicReceipt['state'], string>>;
};
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    genuine: 'This receipt is genuine',
    number: 'Receipt',
    amount: 'Amount',
    paidOn: 'Paid on',
    mfi: 'Institution',
    reference: 'Reference ending in',
    state: 'State',
    none: 'There is no receipt with this code. Please look at it again.',
    states: { collected: 'Collected', confirmed: 'Confirmed', rejected: 'Rejected', reversed: 'Taken back' },
  },
  be: {
    genuine: 'রসিদটি আসল',
    number: 'রসিদ',
    amount: 'পরিমাণ',
    paidOn: 'দেওয়ার তারিখ',
    mfi: 'প্রতিষ্ঠান',
    reference: 'রেফারেন্সের শেষ চার অঙ্ক',
    state: 'অবস্থা',
    none: 'এই কোডের কোনো রসিদ নেই। কোডটি আবার দেখুন।',
    states: { collected: 'নেওয়া হয়েছে', confirmed: 'নিশ্চিত', rejected: 'নামঞ্জুর', reversed: 'ফিরিয়ে নেওয়া হয়েছে' },
  },
  ar: {
    genuine: 'هذا الإيصال صحيح',
    number: 'الإيصال',
    amount: 'المبلغ',
    paidOn: 'تاريخ الدفع',
    mfi: 'المؤسسة',
    reference: 'مرجع ينتهي بـ',
    state: 'الحالة',
    none: 'لا يوجد إيصال بهذا الرمز. تحقق منه مرة أخرى.',
    states: { collected: 'جُمع', confirmed: 'مؤكد', rejected: 'مرفوض', reversed: 'أُلغي' },
  },
};
const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; font: 18px/1.5 system-ui, 'Noto Sans Bengali', 'Noto Sans Arabic', sans-serif; color: #1c2422; background: #faf8f3 }
main { max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.3 }
dl { margin: 0 }
div { padding-block: .6rem; border-block-end: 1px solid #c9c4b5 }
dt { font-size: .9rem } dd { margin: 0; font-weight: 700; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) { body { color: #eef3f1; background: #141918 } }
`;

/** The page loads nothing; its style sheet is allowed by its hash. */
export const RECEIPT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The receipt as anybody may see it; null for a code of none (R22.7). */
export function publicReceiptPage(receipt: PublicReceipt | null, language: Language): string {
  const words = WORDS[language];
  const body =
    receipt === null
      ? `<h1>${words.none}</h1>`
      : `<h1>${words.genuine}</h1><dl>${factsOf(receipt, language)
          .map(([label, value]) => `<div><dt>${label}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`)
          .join('')}</dl>`;
  return `<!doctype html>
<html lang="${HTML_LANG[language]}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.number}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

function factsOf(receipt: PublicReceipt, language: Language): [label: string, value: string][] {
  const words = WORDS[language];
  const { number, amount, local, paidOn, mfi, loanEnding, state } = receipt;
  const tag = intlTag(language);
  const dollars = dollarFormat(tag)(dollarsOf(amount));
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${paidOn}T00:00:00Z`),
  );
  return [
    [words.state, words.states[state]],
    [
      words.amount,
      local === null || local.currency === 'USD'
        ? dollars
        : `${local.currency} ${writeLocal(local.amount)} (${dollars})`,
    ],
    [words.paidOn, day],
    [words.mfi, mfi],
    [words.reference, loanEnding],
    [words.number, number],
  ];
}
