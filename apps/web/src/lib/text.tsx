import { setupI18n } from '@lingui/core';
import { createContext, use, type ReactNode } from 'react';
import { type Format, formatFor } from './format.ts';
import { directionOf, INTL_LOCALE, type Locale } from './locale.ts';
import type { TextKey } from './text-keys.ts';

export type { TextKey } from './text-keys.ts';

export type TextValues = Record<string, string | number>;

/** The interface's words in one language. Numbers for `plural` go in bare; money and names go in formatted. */
export type Translate = (key: TextKey, values?: TextValues) => string;

export type Text = { t: Translate; format: Format; locale: Locale; direction: 'ltr' | 'rtl' };

type Catalogue = typeof import('virtual:catalogue/en')['default'];

const TextContext = createContext<Text | null>(null);

export function createText(locale: Locale, catalogue: Catalogue): Text {
  const i18n = setupI18n();
  i18n.loadAndActivate({ locale: INTL_LOCALE[locale], messages: catalogue });
  return {
    t: (key, values) => i18n._(key, values),
    format: formatFor(locale),
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
