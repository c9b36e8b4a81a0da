export type Language = 'en' | 'be' | 'ar';

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
    .map((part, index) => {
      const [tag = '', quality = ''] = part.replaceAll(/\s/g, '').toLowerCase().split(';q=');
      return { tag: tag.split('-')[0] ?? '', rank: (quality === '' ? 1 : Number(quality) || 0) - index / 1000 };
    })
    .sort((a, b) => b.rank - a.rank);
  for (const { tag } of ranked) {
    const language = BY_TAG.get(tag);
    if (language) return language;
  }
  return 'en';
}
