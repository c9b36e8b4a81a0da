import { readdirSync, readFileSync } from 'node:fs';

const LOCALES_DIR = 'apps/web/src/locales';
export type Locale = 'en' | 'be' | 'ar';

/** Finds a text of the interface by its key. `exact` is the text itself; a placeholder matches anything. */
export type Texts = (key: string) => RegExp;

/** The catalogue of one language, as patterns, so that one journey can be walked in every language. */
export function textsOf(locale: Locale): Texts {
  const messages = Object.assign(
    {},
    ...readdirSync(LOCALES_DIR).map((area) =>
      JSON.parse(readFileSync(`${LOCALES_DIR}/${area}/${locale}.json`, 'utf8')),
    ),
  ) as Record<string, string>;
  return (key) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`no text ${key} in ${locale}`);
    const pattern = message
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    return new RegExp(`^${pattern}$`);
  };
}
