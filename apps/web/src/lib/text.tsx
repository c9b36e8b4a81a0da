import { createContext, use, type ReactNode } from 'react';
import { type Format, formatFor } from './format.ts';
import { directionOf, INTL_LOCALE, type Locale } from './locale.ts';
import { formatMessage, type MessageValues } from './message.ts';
import type { TextKey } from './text-keys.ts';

export type { TextKey } from './text-keys.ts';

/** The interface's words in one language. Numbers for `plural` go in bare; money and names go in formatted. */
export type Translate = (key: TextKey, values?: MessageValues) => string;

export type Text = { t: Translate; format: Format; locale: Locale; direction: 'ltr' | 'rtl' };

type Catalogue = typeof import('virtual:catalogue/en')['default'];

const TextContext = createContext<Text | null>(null);

export function createText(locale: Locale, catalogue: Catalogue): Text {
  const format = formatFor(locale);
  const language = { plurals: new Intl.PluralRules(INTL_LOCALE[locale]), number: format.number };
  return {
    t: (key, values) => formatMessage(catalogue[key] ?? [key], language, values),
    format,
    locale,
    direction: directionOf(locale),
  };
}

const CATALOGUES: Record<Locale, () => Promise<{ default: Catalogue }>> = {
  en: () => import('virtual:catalogue/en'),
  be: () => import('virtual:catalogue/be'),
  ar: () => import('virtual:catalogue/ar'),
};

export async function loadText(locale: Locale): Promise<Text> {
  return createText(locale, (await CATALOGUES[locale]()).default);
}

export function TextProvider({ text, children }: { text: Text; children: ReactNode }) {
  return <TextContext value={text}>{children}</TextContext>;
}

export function useText(): Text {
  const text = use(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}
