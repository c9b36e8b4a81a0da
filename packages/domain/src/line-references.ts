import { toLatinDigits } from './digits.ts';
import { hasRightCheck } from './references.ts';
import type { StatementLine } from './statement-lines.ts';

/** A text as banks shorten it: compatible forms and digits as 0–9, capitals, and nothing but A–Z and 0–9 (R21.6). */
export function squeezed(text: string): string {
  return plain(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}

function plain(text: string): string {
  return toLatinDigits(text.normalize('NFKC'));
}

/** Letters that people read as digits. */
const LOOKS_LIKE: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1', L: '1', S: '5', B: '8' };
const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));

type Worded = Pick<StatementLine, 'references' | 'text'>;

/** The references with right check digits that a line names, in fields and in text, across spaces, hyphens and line ends. */
export function referencesIn({ references, text }: Worded): string[] {
  const fields = references.map(squeezed);
  const written = [...fields, squeezed(text)].flatMap((words) =>
    [...words.matchAll(/(?=(RF\d{10}))/g)].map((match) => match[1] ?? ''),
  );
  const bare = fields.filter((field) => /^\d{10}$/.test(field)).map((digits) => `RF${digits}`);
  return [...new Set([...written, ...bare])].filter(hasRightCheck).toSorted();
}

/** References that differ by one slip from something a line says: letters for digits, a digit wrong, missing or too many, or two swapped. */
export function nearReferencesIn({ references, text }: Worded): string[] {
  const fields = references.map(squeezed);
  const written = [...fields, squeezed(text)].flatMap((words) =>
    [...words.matchAll(/RF([0-9OQILSB]{9,11})/g)].flatMap(([, code = '']) => {
      const digits = code.replaceAll(/[A-Z]/g, (letter) => LOOKS_LIKE[letter] ?? letter);
      return [digits, digits.slice(0, 10), digits.slice(0, 9)];
    }),
  );
  const bare = fields.filter((field) => /^\d{9,11}$/.test(field));
  const near = [...new Set([...written, ...bare])].flatMap(oneSlipFrom);
  return [...new Set(near)]
    .map((digits) => `RF${digits}`)
    .filter(hasRightCheck)
    .toSorted();
}

/** Ten digits in a row in free text that would be right behind `RF`. */
export function bareReferencesIn({ text }: Worded): string[] {
  const found = [...plain(text).matchAll(/(?<!\d)\d{10}(?!\d)/g)].map(([digits]) => `RF${digits}`);
  return [...new Set(found)].filter(hasRightCheck).toSorted();
}

/** The codes of ten digits that are one slip from this one: another digit, two swapped, one more or one less. */
function oneSlipFrom(code: string): string[] {
  const places = [...code].map((_, place) => place);
  if (code.length === 11) return places.map((place) => code.slice(0, place) + code.slice(place + 1));
  if (code.length === 9) {
    return [...places, 9].flatMap((place) => DIGITS.map((digit) => code.slice(0, place) + digit + code.slice(place)));
  }
  const wrong = places.flatMap((place) => DIGITS.map((digit) => code.slice(0, place) + digit + code.slice(place + 1)));
  const swapped = places
    .slice(1)
    .map((place) => code.slice(0, place - 1) + code.charAt(place) + code.charAt(place - 1) + code.slice(place + 1));
  return [...wrong, ...swapped];
}
