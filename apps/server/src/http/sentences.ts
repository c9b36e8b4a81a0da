import type { SentenceKey, Sentences } from '@sathi/contract/refusals.ts';
import { ar } from '@sathi/contract/sentences/ar.ts';
import { be } from '@sathi/contract/sentences/be.ts';
import { en } from '@sathi/contract/sentences/en.ts';
import { dollarsOf, type Cents } from '@sathi/domain/money.ts';
import type { Language } from './language.ts';

const SENTENCES: Readonly<Record<Language, Sentences>> = { en, be, ar };
/** What `Intl` must hear: `be` is Belarusian to it. Money keeps Latin digits in all languages, as bank slips do. */
const INTL_TAG: Readonly<Record<Language, string>> = { en: 'en-US', be: 'bn-BD-u-nu-latn', ar: 'ar-u-nu-latn' };

export type SentenceValues = Readonly<Record<string, string | number>>;

/** A sentence in the reader's language; a key that is not known gives the one for an invalid value. */
export function sentence(language: Language, key: string, values: SentenceValues = {}): string {
  const sentences = SENTENCES[language];
  const template = Object.hasOwn(sentences, key) ? sentences[key as SentenceKey] : sentences.invalid;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function formatUsd(language: Language, amount: Cents): string {
  return new Intl.NumberFormat(INTL_TAG[language], { style: 'currency', currency: 'USD' }).format(dollarsOf(amount));
}
