import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { createContext, use, type ReactNode } from 'react';
import { type Format, formatFor } from './format.ts';
import { chosenLocale, directionOf, INTL_LOCALE, type Locale } from './locale.ts';
import { formatMessage, type MessageValues } from './message.ts';
import type { TextKey } from './text-keys.ts';

export type { TextKey } from './text-keys.ts';

/** The interface's words in one language. Numbers for `plural` go in bare; money and names go in formatted. */
export type Translate = (key: TextKey, values?: MessageValues) => string;

export type Text = { t: Translate; format: Format; locale: Locale; direction: 'ltr' | 'rtl' };

export type Catalogue = Record<string, CompiledMessage>;

/** Loads the texts of one part of the program in one language. */
export type Texts = (locale: Locale) => Promise<{ default: Catalogue }>;

const TextContext = createContext<Text | null>(null);

export function createText(locale: Locale, catalogue: Catalogue): Text {
  const format = formatFor(locale);
  const language = {
    plurals: new Intl.PluralRules(INTL_LOCALE[locale]),
    number: format.number,
    isolate: format.isolate,
  };
  return {
    t: (key, values) => formatMessage(catalogue[key] ?? missing(key), language, values),
    format,
    locale,
    direction: directionOf(locale),
  };
}

function missing(key: string): CompiledMessage {
  if (import.meta.env.DEV) throw new Error(`The text ${key} is not loaded: is its part imported with lazyPart?`);
  return [key];
}

/** What has been loaded so far. A page has one language: choosing another loads it anew. */
const loaded: Catalogue = {};

/** The interface's words in the reader's language. They grow with every part that brings its own. */
export function loadedText(locale: Locale): Text {
  return createText(locale, loaded);
}

/** The server has every text from the start. */
export async function loadTexts(texts: Texts): Promise<void> {
  if (import.meta.env.SSR) return;
  const { default: catalogue } = await texts(chosenLocale());
  Object.assign(loaded, catalogue);
}

export function TextProvider({ text, children }: { text: Text; children: ReactNode }) {
  return <TextContext value={text}>{children}</TextContext>;
}

export function useText(): Text {
  const text = use(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}
