/** The languages that we speak, in the order in which pages offer them. */
export const LANGUAGES = ['en', 'be', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `be` is Belarusian to all programs but ours (R17.1). */
export const HTML_LANG: Readonly<Record<Language, string>> = { en: 'en', be: 'bn', ar: 'ar' };

/** A map, because the header may also name what every object has. */
const BY_TAG: ReadonlyMap<string, Language> = new Map([
  ['en', 'en'],
  ['bn', 'be'],
  ['be', 'be'],
  ['ar', 'ar'],
]);

/** The first language of an `Accept-Language` header that we speak; `be` is taken as Bengali (R17.1). */
export function languageOf(header: string | undefined): Language {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.replaceAll(/\s/g, '').toLowerCase().split(';q=');
      return { tag: tag.split('-')[0] ?? '', quality: Number(quality || 1) };
    })
    // A language of quality 0 is refused; one whose quality cannot be read comes last.
    .filter((named) => named.quality !== 0)
    .sort((a, b) => (b.quality || 0) - (a.quality || 0));
  for (const { tag } of ranked) {
    const language = BY_TAG.get(tag);
    if (language) return language;
  }
  return 'en';
}
