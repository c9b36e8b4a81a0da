import { createHash } from 'node:crypto';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { findReceipt } from '@sathi/contract/repayments.ts';
import { writeLocal } from '@sathi/domain/local-money.ts';
import { dollarsOf } from '@sathi/domain/money.ts';
import { dollarFormat, intlTag } from '@sathi/texts/figures.ts';
import type { PageKey } from '@sathi/texts/keys.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { HTML_LANG, type Language } from '../../http/language.ts';
import { pageText } from '../../http/sentences.ts';

export type PublicReceipt = DataOf<typeof findReceipt>;

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
  const body =
    receipt === null
      ? `<h1>${pageText(language, 'receipt.none')}</h1>`
      : `<h1>${pageText(language, 'receipt.genuine')}</h1><dl>${factsOf(receipt, language)
          .map(([label, value]) => `<div><dt>${label}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`)
          .join('')}</dl>`;
  return `<!doctype html>
<html lang="${HTML_LANG[language]}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${pageText(language, 'receipt.number')}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

function factsOf(receipt: PublicReceipt, language: Language): [label: string, value: string][] {
  const label = (key: PageKey) => pageText(language, key);
  const { number, amount, local, paidOn, mfi, loanEnding, state } = receipt;
  const tag = intlTag(language);
  const dollars = dollarFormat(tag)(dollarsOf(amount));
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${paidOn}T00:00:00Z`),
  );
  return [
    [label('receipt.state'), label(`receipt.states.${state}`)],
    [
      label('receipt.amount'),
      local === null || local.currency === 'USD'
        ? dollars
        : `${local.currency} ${writeLocal(local.amount)} (${dollars})`,
    ],
    [label('receipt.paidOn'), day],
    [label('receipt.mfi'), mfi],
    [label('receipt.reference'), loanEnding],
    [label('receipt.number'), number],
  ];
}
