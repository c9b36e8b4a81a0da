/** `be` is Bengali inside and Belarusian to `Intl`. */
type Language = 'en' | 'be' | 'ar';
/** Latin digits stand on bank slips, in SMS of wallets and on keypads; native ones are those of the script. */
export type Digits = 'latin' | 'native';

const TAGS: Readonly<Record<Language, { readonly [digits in Digits]: string }>> = {
  en: { latin: 'en-US-u-nu-latn', native: 'en-US-u-nu-latn' },
  be: { latin: 'bn-BD-u-nu-latn', native: 'bn-BD-u-nu-beng' },
  ar: { latin: 'ar-u-nu-latn', native: 'ar-u-nu-arab' },
};

/** The tag for `Intl`. Digits are spelled out because the defaults differ between ICU versions, and then hydration fails. */
export function intlTag(language: Language, digits: Digits = 'latin'): string {
  return TAGS[language][digits];
}

/**
 * Dollars on every screen, mail, SMS and card. Whole amounts have no cents: "$400", "$8.33". Put together here: as
 * currency styles have it, Arabic says "US$" and Bengali sets the sign last.
 */
export function dollarFormat(tag: string): (dollars: number) => string {
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const withCents = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (dollars) => {
    const format = Number.isInteger(dollars) ? whole : withCents;
    return `${dollars < 0 ? '-' : ''}$${format.format(Math.abs(dollars))}`;
  };
}

/** Local money as a bank form has it, "BDT 1,020.00"; dollars as everywhere. */
export function localFormat(tag: string): (amount: string, currency: string) => string {
  const figure = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 });
  const dollars = dollarFormat(tag);
  return (amount, currency) =>
    currency === 'USD' ? dollars(Number(amount)) : `${currency} ${figure.format(Number(amount))}`;
}

/** The digits that stand in a text itself, in the digits of a script; not those of a name such as PAR30, or of a code such as 000201. */
export function nativeDigits(text: string, tag: string): string {
  const format = new Intl.NumberFormat(tag);
  // Names are matched, not looked behind for, which Safari before 16.4 cannot read.
  return text.replaceAll(/[a-z#][\w.#-]*|0\d{3,}|\d+(?:,\d{2,3})+|\d/gi, (part) =>
    /^(?:0\d|\D)/.test(part) ? part : format.format(Number(part.replaceAll(',', ''))),
  );
}
