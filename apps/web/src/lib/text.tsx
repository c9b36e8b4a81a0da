import type { Catalogue } from '@sathi/texts/compile.ts';
import type { HelpKey, MoneyKey, PeopleKey, StaffKey } from '@sathi/texts/keys.ts';
import { formatMessage, type MessageValues } from '@sathi/texts/message.ts';
import { createContext, use, type ReactNode } from 'react';
import { type Digits, nativeDigits } from '@sathi/texts/figures.ts';
import { type Format, formatFor } from './format.ts';
import { directionOf, type Locale } from './locale.ts';

export type TextKey = PeopleKey;
export type StaffTextKey = PeopleKey | StaffKey;
export type MoneyTextKey = PeopleKey | MoneyKey;
export type HelpTextKey = PeopleKey | HelpKey;

/** The interface's words in one language. Numbers for `plural` go in bare; money goes in formatted. */
export type Translate<Key extends string = TextKey> = (key: Key, values?: MessageValues) => string;

export type Text<Key extends string = TextKey> = {
  t: Translate<Key>;
  format: Format;
  locale: Locale;
  direction: 'ltr' | 'rtl';
};

export type StaffText = Text<StaffTextKey>;
export type MoneyText = Text<MoneyTextKey>;
export type HelpText = Text<HelpTextKey>;

/** Every page has the texts for people; each of the others is fetched when a page first asks. */
export type Texts = {
  people: Text;
  staff: () => Promise<StaffText>;
  money: () => Promise<MoneyText>;
  help: () => Promise<HelpText>;
};

const TextContext = createContext<Texts | null>(null);

export function createText(
  locale: Locale,
  catalogue: Catalogue,
  digits: Digits = 'latin',
): Text<StaffTextKey | MoneyTextKey | HelpTextKey> {
  const format = formatFor(locale, digits);
  const language = {
    plurals: new Intl.PluralRules(format.tag),
    number: format.number,
    isolate: format.isolate,
    ...(digits === 'native' && { words: (text: string) => nativeDigits(text, format.tag) }),
  };
  return {
    t: (key, values) => formatMessage(catalogue[key] ?? [key], language, values),
    format,
    locale,
    direction: directionOf(locale),
  };
}

/** Takes all catalogues at once, as the server and the tests have them. */
export function wholeTexts(locale: Locale, people: Catalogue, others: Catalogue = {}, digits?: Digits): Texts {
  const text = createText(locale, { ...people, ...others }, digits);
  const loaded = Promise.resolve(text);
  return { people: text, staff: () => loaded, money: () => loaded, help: () => loaded };
}

export function TextProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextContext value={texts}>{children}</TextContext>;
}

export function useText(): Text {
  return useTexts().people;
}

/** Suspends until the texts for staff are there, so none of them can be missing. */
export function useStaffText(): StaffText {
  return use(useTexts().staff());
}

/** As {@link useStaffText}, for the texts of paying in. */
export function useMoneyText(): MoneyText {
  return use(useTexts().money());
}

/** As {@link useStaffText}, for the words of help mode. */
export function useHelpText(): HelpText {
  return use(useTexts().help());
}

export function useTexts(): Texts {
  const texts = use(TextContext);
  if (!texts) throw new Error('useText needs a TextProvider above it');
  return texts;
}
